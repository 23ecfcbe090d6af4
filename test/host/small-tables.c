/* The host computes a small table in each trip, as the means of a few clusters, from a few numbers that it reads back. Large ones stay its work, and those of which
   only the run knows the length.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --host-flag=-DMEMBER
   RUN: %{check} --entries 1 --host-flag=-DNESTED
   RUN: %{check} --no-persist --reason PST1030 --host-flag=-DHEAP
   RUN: %{check} --no-persist --reason PST1030 --host-flag=-DN=65
   RUN: %{check} --no-persist --reason PST1030 --host-flag=-DPOINTS
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=all-small not %{check} --no-persist --reason PST1030 --host-flag=-DPOINTS
*/
#include "setup.h"

#ifndef N
#define N 8
#endif
enum { MANY = 300 };

typedef struct {
  int sum, value;
} Mean;

typedef struct {
  Mean mean[N];
  int moved;
} Table;

static int update(Table *t, const int *sums) {
  int c;
  t->moved = 0;
  for (c = 0; c < N; ++c) {
    const int was = t->mean[c].value;
    t->mean[c].sum += was >> 1;
    t->mean[c].value = sums[c] / (c + 1);
    t->moved += was > t->mean[c].value ? was - t->mean[c].value : 1;
  }
  return t->moved;
}

int main(void) {
  const size_t few = N, many = MANY;
  static Table t;
  static int points[MANY];
  int table[N], sums[N], i, j, moved = 1, total = 0;
  cl_kernel add, map;
  cl_mem in, out, all;
#ifdef HEAP
  int *made = (int *)malloc(N * sizeof *made);
#endif
  start("steps.cl", "");
  add = kernel_named("add");
  map = kernel_named("map");
  in = ints(2 * N, 3);
  out = ints(2 * N, 0);
  all = ints(MANY, 1);
  for (i = 0; i < N; i++)
    table[i] = i * 5;
  for (i = 0; i < 9 && moved; i++) {
    clSetKernelArg(add, 0, sizeof all, &all);
    clSetKernelArg(add, 1, sizeof moved, &moved);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &many, NULL, 0, NULL, NULL);
    clSetKernelArg(map, 0, sizeof in, &in);
    clSetKernelArg(map, 1, sizeof out, &out);
    clSetKernelArg(map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &few, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL);
#if defined MEMBER
    moved = update(&t, sums);
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof t.mean, t.mean, 0, NULL, NULL);
#elif defined NESTED
    for (j = 0; j < N - 1; j++) {
      int k;
      for (k = j + 1; k < N; k++)
        if (table[k] + sums[j] > table[j]) {
          table[j] ^= sums[k];
          sums[k] += j;
        }
    }
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof table, table, 0, NULL, NULL);
#elif defined HEAP
    for (j = 0; j < N; j++)
      made[j] = sums[N - 1 - j] + i;
    clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, N * sizeof *made, made, 0, NULL, NULL);
    clFinish(queue);
#elif defined POINTS
    clEnqueueReadBuffer(queue, all, CL_TRUE, 0, sizeof points, points, 0, NULL, NULL);
    for (j = 0; j < MANY; j++)
      t.mean[points[j] & 7].value += sums[j & 7];
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof t.mean, t.mean, 0, NULL, NULL);
#else
    for (j = 0; j < N; j++) {
      table[j] = (table[j] + sums[j]) / 2 + (j ? table[j - 1] : i);
      total += table[j] & 15;
    }
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof table, table, 0, NULL, NULL);
#endif
  }
  show("in", in);
  show("out", out);
  show("all", all);
  for (j = 0; j < N; j++)
    printf("%d %d %d\n", table[j], t.mean[j].sum, sums[j]);
  printf("%d %d %d %d\n", i, moved, total, points[7]);
  return 0;
}
