// Rule H10: a pragma in front of a kernel holds for its phase, too, which stands elsewhere; whether a product and
// a sum may be joined shows in the last bits.
// REQUIRES: device
// RUN: %run-check %S/h10-contract.cl %s --host-flag=-I%S/../../host/Inputs --entries 2
// RUN: %persistify %S/h10-contract.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs
// RUN: FileCheck %s < %t/h10-contract.persist.cl
// CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-NEXT: apart_phase
// CHECK: #pragma OPENCL FP_CONTRACT DEFAULT
// CHECK-NEXT: joined_phase
#include "setup.h"

int main(void) {
  enum { N = 1024 };
  start("h10-contract.cl", NULL);
  cl_kernel apart = kernel_named("apart"), joined = kernel_named("joined");
  cl_mem a = ints(N, 0), b = ints(N, 0);
  float first[N], second[N];
  size_t all = N;
  for (int i = 0; i < N; i++)
    first[i] = 1.0f / (i + 3), second[i] = 0.7f / (i + 2);
  clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, sizeof first, first, 0, NULL, NULL);
  clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, sizeof second, second, 0, NULL, NULL);
  clSetKernelArg(apart, 0, sizeof a, &a);
  clSetKernelArg(apart, 1, sizeof b, &b);
  clSetKernelArg(joined, 0, sizeof a, &a);
  clSetKernelArg(joined, 1, sizeof b, &b);
  for (int i = 0; i < 4; i++)
    clEnqueueNDRangeKernel(queue, apart, 1, NULL, &all, NULL, 0, NULL, NULL);
  show("apart", a);
  for (int i = 0; i < 4; i++)
    clEnqueueNDRangeKernel(queue, joined, 1, NULL, &all, NULL, 0, NULL, NULL);
  show("joined", a);
  return 0;
}
