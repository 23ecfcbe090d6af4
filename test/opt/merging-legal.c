// Two launches with the same sizes in one loop, of which the API refuses the second one: its kernel wants another
// work-group. And two that it takes, with a bound that wraps around.
// REQUIRES: device
// RUN: %run-check %S/merging-legal.cl %s --entries 1..2 --expect-fallback "line 33: local size that the launch does not accept" --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/merging-legal.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
#include "setup.h"

enum { N = 64, TRIPS = 6 };

int main(void) {
  size_t all = N, four = 4, sixteen_items = 16;
  cl_uint n = 40;
  int size = 50, t;
  start("merging-legal.cl", "");
  cl_mem v = ints(N, 1), w = ints(N, 7);
  cl_kernel grow = kernel_named("grow"), sixteen = kernel_named("sixteen");
  clSetKernelArg(grow, 0, sizeof v, &v), clSetKernelArg(grow, 1, sizeof size, &size);
  clSetKernelArg(sixteen, 0, sizeof w, &w), clSetKernelArg(sixteen, 1, sizeof n, &n);

  // CHECK: merging-legal.c:[[@LINE+4]]:
  // CHECK: merging: line [[@LINE+7]] with line [[@LINE+6]]
  // CHECK: hoisting: line [[@LINE+5]]; line [[@LINE+6]]
  // CHECK: guards: line [[@LINE+4]]
  for (t = 0; t < TRIPS; t++) {
    cl_uint gone = 9u * (cl_uint)t;
    clSetKernelArg(sixteen, 2, sizeof gone, &gone);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &all, &sixteen_items, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sixteen, 1, NULL, &all, &sixteen_items, 0, NULL, NULL);
  }
  show("v", v), show("w", w);
  for (t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &all, &four, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sixteen, 1, NULL, &all, &four, 0, NULL, NULL);
  }
  show("v", v), show("w", w);
  return 0;
}
