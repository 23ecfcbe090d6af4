// Rule K2: a flag in local memory that each work-item sets itself in front of the loop that it controls.
// REQUIRES: device
// RUN: %run-check %S/k2-set.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  start("k2-set.cl", NULL);
  cl_kernel sink = kernel_named("sink"), raise = kernel_named("raise");
  cl_mem a = ints(400, 0);
  size_t g = 400, l = 16;
  cl_int n = 391;
  clSetKernelArg(sink, 0, sizeof a, &a);
  clSetKernelArg(sink, 1, sizeof n, &n);
  clSetKernelArg(raise, 0, sizeof a, &a);
  clSetKernelArg(raise, 1, sizeof n, &n);
  clSetKernelArg(raise, 2, sizeof(cl_int), NULL);
  for (int i = 0; i < 6; i++) {
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &g, &l, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sink, 1, NULL, &g, &l, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
