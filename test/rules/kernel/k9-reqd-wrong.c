// Rule K9: a launch with another local size than reqd_work_group_size: the original's error is met by the original.
// REQUIRES: device
// RUN: %run-check %S/k9-limits.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback "local size"
#include "setup.h"

int main(void) {
  start("k9-limits.cl", NULL);
  cl_kernel exact = clCreateKernel(program, "exact", NULL);
  cl_mem a = ints(240, 0);
  size_t n = 240, local = 24;
  int failed = 0;
  clSetKernelArg(exact, 0, sizeof a, &a);
  for (int i = 0; i < 6; i++) {
    clSetKernelArg(exact, 1, sizeof i, &i);
    if (i == 4)
      local = 12;
    if (clEnqueueNDRangeKernel(queue, exact, 1, NULL, &n, &local, 0, NULL, NULL) != CL_SUCCESS) {
      failed = 1;
      break;
    }
  }
  printf("failed: %d\n", failed);
  show("a", a);
  return 0;
}
