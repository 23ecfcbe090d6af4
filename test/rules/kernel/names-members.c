// Copies and fills of the loop stand behind the program's macros, whatever their names.
// REQUIRES: device
// RUN: %run-check %S/names-members.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  enum { N = 640 };
  start("names-members.cl", NULL);
  cl_kernel spread = kernel_named("spread");
  cl_mem a = ints(N, 0), b = ints(N, 7);
  size_t all = N, local = 32;
  clSetKernelArg(spread, 0, sizeof a, &a);
  clSetKernelArg(spread, 1, sizeof b, &b);
  for (int i = 0; i < 5; i++) {
    clEnqueueNDRangeKernel(queue, spread, 1, NULL, &all, &local, 0, NULL, NULL);
    clEnqueueCopyBuffer(queue, a, b, 0, 100, 1000, 0, NULL, NULL);
    clEnqueueFillBuffer(queue, b, &i, sizeof i, 2000, 400, 0, NULL, NULL);
  }
  show("a", a), show("b", b);
  return 0;
}
