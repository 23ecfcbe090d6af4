// Rule K5: a kernel that prints is refused.
// REQUIRES: device
// RUN: %run-check %S/k5-printf.cl %s --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2003
#include "setup.h"

int main(void) {
  start("k5-printf.cl", NULL);
  cl_kernel count = clCreateKernel(program, "count", NULL);
  cl_mem a = ints(64, 0);
  size_t g = 64;
  clSetKernelArg(count, 0, sizeof a, &a);
  for (int i = 0; i < 3; i++)
    clEnqueueNDRangeKernel(queue, count, 1, NULL, &g, NULL, 0, NULL, NULL);
  clFinish(queue);
  show("a", a);
  return 0;
}
