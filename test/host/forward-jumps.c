/* Kernels that jump forward, between barriers, in work-groups of several sizes: some of the device's work-items only come by the barriers.
   REQUIRES: device
   RUN: %run-check %S/forward-jumps.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: env PERSISTIFY_FAULT=no-forward-jumps not %run-check %S/forward-jumps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"

int main(void) {
  cl_kernel sums, turn;
  cl_mem a, b;
  size_t global = 64, large = 32, small = 8;
  int i;
  start("forward-jumps.cl", "");
  sums = kernel_named("sums");
  turn = kernel_named("turn");
  a = ints(64, 3);
  b = ints(64, 0);
  for (i = 0; i < 6; i++) {
    size_t group = i % 2 ? large : 16;
    clSetKernelArg(sums, 0, sizeof a, &a);
    clSetKernelArg(sums, 1, sizeof b, &b);
    clSetKernelArg(sums, 2, group * sizeof(int), NULL);
    clSetKernelArg(sums, 3, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, sums, 1, NULL, &global, &group, 0, NULL, NULL), "sums");
    clSetKernelArg(turn, 0, sizeof a, &a);
    clSetKernelArg(turn, 1, sizeof b, &b);
    clSetKernelArg(turn, 2, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, turn, 1, NULL, &global, &small, 0, NULL, NULL), "turn");
  }
  show("a", a);
  show("b", b);
  return 0;
}
