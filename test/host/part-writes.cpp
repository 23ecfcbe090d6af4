// A flag that is set from the low byte of a wider variable.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/part-writes.cl %s --host-flag=-I%S/Inputs --entries 1
// RUN: %{check}
// RUN: %long env PERSISTIFY_FAULT=whole-cells not %{check} | FileCheck %s
// CHECK: run-check: FAILED
#include "setup.h"

static int none = 0x100; // whose first byte is 0

int main() {
  start("part-writes.cl", "");
  cl_int err;
  size_t n = 64;
  cl_mem a = ints(64, 3), flag = clCreateBuffer(context, CL_MEM_READ_WRITE, 1, NULL, &err);
  cl_kernel raise = kernel_named("raise");
  int limit = 100, trips = 0;
  bool more = true;
  clSetKernelArg(raise, 0, sizeof a, &a);
  clSetKernelArg(raise, 1, sizeof flag, &flag);
  clSetKernelArg(raise, 2, sizeof limit, &limit);
  while (more && trips < 200) {
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, 1, &none, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, 1, &more, 0, NULL, NULL);
    trips++;
  }
  printf("%d\n", trips);
  show("a", a);
}
