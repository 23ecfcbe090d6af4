// Rule K7: a pointer whose bytes are read or written as another type may go anywhere.
// REQUIRES: device
// RUN: %run-check %S/k7-pointers.cl %s --host-flag=-I%S/../../host/Inputs --entries 2
// RUN: %persistify %S/k7-pointers.cl %s -o %t --explain -- %cl_inc -I%S/../../host/Inputs | FileCheck %s
#include "setup.h"

int main(void) {
  enum { N = 4096 };
  start("k7-pointers.cl", NULL);
  cl_kernel cast = kernel_named("cast"), part = kernel_named("part"), next = kernel_named("next");
  cl_mem a = ints(N, 0), b = ints(N, 7);
  size_t all = N;
  clSetKernelArg(cast, 0, sizeof a, &a);
  clSetKernelArg(part, 0, sizeof a, &a);
  clSetKernelArg(next, 0, sizeof a, &a);
  clSetKernelArg(next, 1, sizeof b, &b);
  // CHECK: barrier: {{.*}}a: read at line [[@LINE+4]]
  // CHECK: barrier: {{.*}}a: written at line [[@LINE+2]]
  for (int i = 0; i < 9; i++) {
    clEnqueueNDRangeKernel(queue, cast, 1, NULL, &all, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, next, 1, NULL, &all, NULL, 0, NULL, NULL);
  }
  // CHECK: barrier: {{.*}}a: read at line [[@LINE+4]]
  // CHECK: barrier: {{.*}}a: written at line [[@LINE+2]]
  for (int i = 0; i < 9; i++) {
    clEnqueueNDRangeKernel(queue, part, 1, NULL, &all, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, next, 1, NULL, &all, NULL, 0, NULL, NULL);
  }
  show("a", a), show("b", b);
  return 0;
}
