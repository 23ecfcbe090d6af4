// Rule K1: a condition that controls a barrier and depends on an atomic: surplus items cannot follow it.
// REQUIRES: device
// RUN: %run-check %S/k1-unsafe.cl %s --host-flag=-I%S/../../host/Inputs --no-persist --reason 'PST2018'
#include "setup.h"

int main(void) {
  start("k1-unsafe.cl", NULL);
  cl_kernel gated = clCreateKernel(program, "gated", NULL), wide = clCreateKernel(program, "wide", NULL);
  cl_mem a = ints(512, 0), next = ints(64, 1);
  size_t g = 64, l = 16, wl = 64;
  clSetKernelArg(gated, 0, sizeof a, &a);
  clSetKernelArg(gated, 1, sizeof next, &next);
  clSetKernelArg(wide, 0, sizeof a, &a);
  for (int i = 0; i < 5; i++) {
    clEnqueueNDRangeKernel(queue, gated, 1, NULL, &g, &l, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, wide, 1, NULL, &g, &wl, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
