// Parts of buffers looked at and set through a mapping.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --allow-kernel add=9 -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --allow-kernel add=30 -- 30
// RUN: %persistify %S/steps.cl %s -o %t.out -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"

static cl_kernel raise_k, add_k;

/* The flag is cleared and read through mappings, the way back is not blocking. */
static void flag(int limit) {
  cl_mem a = ints(64, -20), f = ints(1, 0);
  size_t items = 64;
  int go = -1, rounds = 0;
  while (go) {
    cl_int err;
    int *p = (int *)clEnqueueMapBuffer(queue, f, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, sizeof *p, 0, NULL, NULL, &err);
    if (err != CL_SUCCESS || !p)
      exit(4);
    *p = 0;
    need(clEnqueueUnmapMemObject(queue, f, p, 0, NULL, NULL), "unmap");
    clSetKernelArg(raise_k, 0, sizeof a, &a);
    clSetKernelArg(raise_k, 1, sizeof f, &f);
    clSetKernelArg(raise_k, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, raise_k, 1, NULL, &items, NULL, 0, NULL, NULL);
    p = (int *)clEnqueueMapBuffer(queue, f, CL_FALSE, CL_MAP_READ, 0, sizeof *p, 0, NULL, NULL, NULL);
    clFinish(queue);
    go = *p;
    clEnqueueUnmapMemObject(queue, f, p, 0, NULL, NULL);
    rounds += go;
  }
  printf("flag %d\n", rounds);
  show("flag", a);
}

/* Read and written, at an offset that moves. */
static void cells(int n) {
  cl_mem a = ints(64, 3);
  size_t items = 64;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add_k, 0, sizeof a, &a);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
    int *v = (int *)clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, (i % 16) * 4 * sizeof(int),
                                       4 * sizeof(int), 0, NULL, NULL, NULL);
    if (v[0] > v[3] - 2)
      v[1] += v[2] * 2;
    v[3] = v[0] ^ i;
    clEnqueueUnmapMemObject(queue, a, v, 0, NULL, NULL);
  }
  show("cells", a);
}

static void *look(cl_mem b, cl_map_flags how, size_t bytes) {
  cl_int err;
  void *p = clEnqueueMapBuffer(queue, b, CL_TRUE, how, 0, bytes, 0, NULL, NULL, &err);
  need(err, "map");
  return p;
}

/* Through a helper that knows no type; under a condition; two at a time. */
static void helper(int n) {
  cl_mem a = ints(64, 1), b = ints(2, 5);
  size_t items = 64;
  unsigned most = 0;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add_k, 0, sizeof a, &a);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 3 == 1) {
      unsigned *first = look(a, CL_MAP_READ, sizeof *first);
      int *pair = look(b, CL_MAP_WRITE | CL_MAP_READ, 2 * sizeof *pair);
      if (*first > most)
        most = *first;
      pair[0] += (int)*first;
      pair[1] = i;
      clEnqueueUnmapMemObject(queue, b, pair, 0, NULL, NULL);
      clEnqueueUnmapMemObject(queue, a, first, 0, NULL, NULL);
    }
  }
  printf("most %u\n", most);
  show("helper", a);
  show("pair", b);
}

/* How many bytes is not known before the loop runs. */
static void unsized(int n) {
  cl_mem a = ints(64, 1);
  size_t items = 64;
  int sum = 0;
  for (int i = 1; i < n; i++) {
    clSetKernelArg(add_k, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
    int *v = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, i * sizeof *v, 0, NULL, NULL, NULL);
    sum += v[i / 2];
    clEnqueueUnmapMemObject(queue, a, v, 0, NULL, NULL);
  }
  printf("unsized %d\n", sum);
}

/* One call maps two buffers, which are looked at together. */
static void pairs(int n) {
  cl_mem b[2] = {ints(64, 1), ints(64, 100)};
  size_t items = 64;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int *p[2];
    clSetKernelArg(add_k, 0, sizeof(cl_mem), &b[i & 1]);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
    for (int k = 0; k < 2; k++)
      p[k] = (int *)clEnqueueMapBuffer(queue, b[k], CL_TRUE, CL_MAP_READ, 0, sizeof(int), 0, NULL, NULL, NULL);
    sum += *p[1] - *p[0];
    for (int k = 0; k < 2; k++)
      clEnqueueUnmapMemObject(queue, b[k], p[k], 0, NULL, NULL);
  }
  printf("pairs %d\n", sum);
}
// CHECK: [[@LINE-7]]:21: warning: 'clEnqueueMapBuffer' inside the loop is not supported: what this call mapped before may still be mapped [PST1008]

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10;
  start("steps.cl", "");
  raise_k = clCreateKernel(program, "raise", NULL);
  add_k = clCreateKernel(program, "add", NULL);
  flag(n);
  cells(n);
  helper(n);
  helper(n / 2);
  unsized(n);
  pairs(n);
  return 0;
}
// CHECK: 4 loops transformed, 1 refused
