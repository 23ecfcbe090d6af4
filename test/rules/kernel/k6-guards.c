// Rule K6: guards with a narrower type, with other signedness, with an assigned parameter keep their meaning.
// REQUIRES: device
// RUN: %run-check %S/k6-guards.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  start("k6-guards.cl", NULL);
  cl_kernel narrow = clCreateKernel(program, "narrow", NULL), assigned = clCreateKernel(program, "assigned", NULL),
            mixed = clCreateKernel(program, "mixed", NULL);
  cl_mem a = ints(1024, 0);
  size_t global = 1000, small = 256;
  clSetKernelArg(narrow, 0, sizeof a, &a);
  clSetKernelArg(assigned, 0, sizeof a, &a);
  clSetKernelArg(mixed, 0, sizeof a, &a);
  for (cl_int n = 300; n > -40; n -= 33) {
    cl_int m = n / 2;
    clSetKernelArg(narrow, 1, sizeof n, &n);
    clSetKernelArg(assigned, 1, sizeof n, &n);
    clSetKernelArg(assigned, 2, sizeof m, &m);
    clSetKernelArg(mixed, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, narrow, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, assigned, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, mixed, 1, NULL, &small, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
