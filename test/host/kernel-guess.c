/* A guess that turns out wrong: what a library gives is taken to be something. The
   runtime sees that the kernel is another one and takes the original loop. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'k' is kernel 'add', not 'stamp'"
#include "setup.h"

int main(void) {
  static const size_t items = 64;
  start("steps.cl", "");
  cl_kernel k = clCreateKernel(program, fopen("/no/such/file", "r") ? "stamp" : "add", NULL);
  cl_mem a = ints(64, 1);
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
