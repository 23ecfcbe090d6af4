// Rule K1: a kernel that cannot run with surplus items is taken with one local size and refused with two.
// REQUIRES: device
// RUN: %run-check %S/k1-mixed.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCAL=64 --entries 1
// RUN: %run-check %S/k1-mixed.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCAL=16 \
// RUN:     --no-persist --reason PST2009
#include "setup.h"

int main(void) {
  start("k1-mixed.cl", NULL);
  cl_kernel roll = clCreateKernel(program, "roll", NULL), reverse = clCreateKernel(program, "reverse", NULL);
  cl_mem a = ints(640, 3), b = ints(640, 0);
  size_t global = 640, local = 64, small = LOCAL;
  clSetKernelArg(roll, 0, sizeof a, &a);
  clSetKernelArg(roll, 1, small * sizeof(int), NULL);
  clSetKernelArg(reverse, 0, sizeof a, &a);
  clSetKernelArg(reverse, 1, sizeof b, &b);
  for (int i = 1; i < 9; i++) {
    clSetKernelArg(roll, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, roll, 1, NULL, &global, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, reverse, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  show("a", a), show("b", b);
  return 0;
}
