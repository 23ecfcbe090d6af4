// Rule K2: what a helper stores to an array of the kernel's is not known to be the same for all work-items.
// REQUIRES: device
// RUN: %run-check %S/k2-filled.cl %s --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2018
#include "setup.h"

int main(void) {
  start("k2-filled.cl", NULL);
  cl_kernel turn = kernel_named("turn");
  cl_mem a = ints(256, 0);
  size_t g = 256, l = 64;
  cl_int n = 3;
  clSetKernelArg(turn, 0, sizeof a, &a);
  clSetKernelArg(turn, 1, sizeof n, &n);
  for (int i = 0; i < 5; i++)
    clEnqueueNDRangeKernel(queue, turn, 1, NULL, &g, &l, 0, NULL, NULL);
  show("a", a);
  return 0;
}
