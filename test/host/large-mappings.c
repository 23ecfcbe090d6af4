/* Large parts of buffers, or parts of a size that changes, are mapped and looked at by the host.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --host-flag=-DPIVOT
   RUN: %{check} --entries 1 --host-flag=-DWRITTEN
   RUN: %{check} --entries 1 --host-flag=-DCOPIED
   RUN: %{check} --host-flag=-DFAILS --expect-fallback "of no bytes"
   RUN: %{check} --host-flag=-DFAILS --expect-fallback "access outside a buffer" -- far
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DCHANGES 2>&1 | FileCheck %s
   CHECK: the variable of the buffer changes while a part is mapped [PST1008]
   RUN: env PERSISTIFY_FAULT=short-mappings not %{check} --entries 1
   RUN: %long env PERSISTIFY_FAULT=mapped-may-change not %{check} --entries 1 --host-flag=-DCHANGES
*/
#include "setup.h"

enum { N = 300 };

static void give(cl_kernel k, cl_mem a, cl_mem b, int v) {
  const size_t global = N;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void *mapped(cl_mem b, cl_map_flags how, size_t from, size_t bytes) {
  cl_int err;
  void *p = clEnqueueMapBuffer(queue, b, CL_TRUE, how, from, bytes, 0, NULL, NULL, &err);
  need(err, "map");
  return p;
}

int main(int argc, char **argv) {
  cl_kernel k;
  cl_mem a, b, other;
  int i, steps = 0;
  static int copy[N];
  start("steps.cl", "");
  k = kernel_named("map");
  a = ints(N, 1);
  b = ints(N, 5);
  other = b;
#if defined PIVOT
  /* The largest of those that are left, as where columns are eliminated. */
  {
    unsigned int at, size;
    const int *values;
    for (i = 0, at = 0, size = N; i < 7; i++, at += 40, size -= 40) {
      int largest = -1, where = -1;
      unsigned int j;
      give(k, a, b, i);
      values = (const int *)clEnqueueMapBuffer(queue, b, CL_TRUE, CL_MAP_READ, at * sizeof(int), size * sizeof(int), 0, NULL, NULL, NULL);
      for (j = 0; j < size; ++j)
        if ((values[j] & 1023) > largest) {
          largest = values[j] & 1023;
          where = (int)j;
        }
      clEnqueueUnmapMemObject(queue, b, (void *)values, 0, NULL, NULL);
      give(k, b, a, where);
      steps += where;
    }
  }
#elif defined WRITTEN
  for (i = 0; i < 4; i++) {
    int *p = (int *)mapped(a, CL_MAP_READ | CL_MAP_WRITE, 0, N * sizeof *p), j;
    for (j = 1; j < N; j += 1 + i)
      p[j] += p[j - 1] >> 3;
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
    give(k, a, b, i);
    p = (int *)mapped(a, CL_MAP_WRITE_INVALIDATE_REGION, i * 8 * sizeof *p, 200 * sizeof *p);
    for (j = 0; j < 200; j++)
      p[j] = i * j;
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
    give(k, b, a, 1);
  }
#elif defined COPIED
  for (i = 0; i < 4; i++) {
    int *p;
    give(k, a, b, i);
    p = (int *)mapped(b, CL_MAP_READ, 0, sizeof copy);
    memcpy(copy, p, sizeof copy);
    steps += p[i * 3] > 40 ? copy[i] : 1;
    clEnqueueUnmapMemObject(queue, b, p, 0, NULL, NULL);
    give(k, b, a, steps & 3);
  }
#elif defined FAILS
  /* A mapping of no bytes, or of too many, is an error that the program goes by. */
  for (i = 3; i >= 0 && i < 6; i += argc > 1 ? 1 : -1) {
    cl_int err;
    int *p;
    give(k, a, b, i);
    p = (int *)clEnqueueMapBuffer(queue, b, CL_TRUE, CL_MAP_READ, 0, i * (N / 4) * sizeof *p, 0, NULL, NULL, &err);
    if (err != CL_SUCCESS)
      break;
    steps += p[i * (N / 4) - 1] & 7;
    clEnqueueUnmapMemObject(queue, b, p, 0, NULL, NULL);
    give(k, b, a, steps & 3);
  }
  steps += i;
#else
  while (steps < 900) {
    const int *p;
    give(k, a, b, steps);
#ifdef CHANGES
    p = (const int *)clEnqueueMapBuffer(queue, b, CL_TRUE, CL_MAP_READ, 0, N * sizeof *p, 0, NULL, NULL, NULL);
    other = b;
    b = a;
    a = other;
#else
    p = (const int *)mapped(b, CL_MAP_READ, 0, N * sizeof *p);
#endif
    for (i = 0; i < N; i++)
      steps += p[i] & 1;
    clEnqueueUnmapMemObject(queue, other, (void *)p, 0, NULL, NULL);
#ifndef CHANGES
    {
      cl_mem t = a;
      a = b;
      b = other = t;
    }
#endif
  }
#endif
  clFinish(queue);
  printf("%d %d %s\n", steps, copy[N - 1], argv[0] ? "end" : "");
  show("a", a);
  show("b", b);
  return 0;
}
