// Rule K1: with local sizes 16, 64 and 16 x 16 in one loop the physical groups hold more items than the smaller
// kernels have; the surplus ones must neither store nor count.
// REQUIRES: device
// RUN: %run-check %S/k1-surplus.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  enum { N = 1000, W = 64 };
  start("k1-surplus.cl", NULL);
  cl_int e, n = N, w = W, sum = 0;
  cl_kernel sums = clCreateKernel(program, "sums", &e), shift = clCreateKernel(program, "shift", &e),
            turn = clCreateKernel(program, "turn", &e);
  cl_mem in = ints(1024, 5), out = ints(64, 0), items = ints(4, 0), hits = ints(1024, 0), m = ints(W * W, 1);
  size_t g1 = 1008, l1 = 16, g2 = 1024, l2 = 64, g3[2] = {W, W}, l3[2] = {16, 16};
  clSetKernelArg(sums, 0, sizeof in, &in);
  clSetKernelArg(sums, 1, sizeof out, &out);
  clSetKernelArg(sums, 2, sizeof items, &items);
  clSetKernelArg(sums, 3, sizeof hits, &hits);
  clSetKernelArg(sums, 4, sizeof n, &n);
  clSetKernelArg(shift, 0, sizeof in, &in);
  clSetKernelArg(shift, 1, sizeof items, &items);
  clSetKernelArg(turn, 0, sizeof m, &m);
  clSetKernelArg(turn, 1, sizeof items, &items);
  clSetKernelArg(turn, 2, sizeof w, &w);
  for (int i = 0; i < 20 && sum < 1000000000; i++) {
    clEnqueueNDRangeKernel(queue, sums, 1, NULL, &g1, &l1, 0, NULL, NULL);
    clSetKernelArg(shift, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, shift, 1, NULL, &g2, &l2, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, turn, 2, NULL, g3, l3, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL);
  }
  printf("%d\n", sum);
  show("in", in), show("out", out), show("items", items), show("hits", hits), show("m", m);
  return 0;
}
