/* How often a loop is to be unrolled may depend on the device: what it computes does not.
   REQUIRES: device
   RUN: %run-check %S/hint-conditions.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: env PERSISTIFY_FAULT=hints-in-conditions not %run-check %S/hint-conditions.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: %run-check %S/hint-conditions.cl %s --host-flag=-I%S/Inputs --host-flag='-DOPTIONS="-cl-std=CL1.2"' --entries 1
   RUN: %run-check %S/hint-conditions.cl %s --host-flag=-I%S/Inputs --host-flag='-DOPTIONS="-cl-std=CL3.0 -DN=3"' --entries 1
*/
#include "setup.h"
#ifndef OPTIONS
#define OPTIONS ""
#endif

int main(void) {
  start("hint-conditions.cl", OPTIONS);
  cl_kernel collect = kernel_named("collect"), back = kernel_named("back");
  cl_mem a = ints(64, 1), out = ints(64, 5);
  const size_t global = 64, local = 16;
  clSetKernelArg(collect, 0, sizeof a, &a);
  clSetKernelArg(collect, 1, sizeof out, &out);
  clSetKernelArg(collect, 3, local * sizeof(cl_int), NULL);
  clSetKernelArg(back, 0, sizeof a, &a);
  clSetKernelArg(back, 1, sizeof out, &out);
  for (int t = 0; t < 6; t++) {
    clSetKernelArg(collect, 2, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, collect, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(back, 2, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, back, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  show("a", a);
  show("out", out);
  return 0;
}
