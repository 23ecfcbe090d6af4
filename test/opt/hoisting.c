// Sizes that stay the same are looked at before the loop: constants, variables, elements of arrays, an offset, two
// launches with the same ones. Not those that a trip changes or computes from what it changes, and not in two
// dimensions. A launch with sizes that the API refuses does no harm where nobody makes it.
// REQUIRES: pocl
// RUN: %run-check %S/hoisting.cl %s --entries 5 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/hoisting.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/hoisting.persist.cl
// RUN: %persistify %S/hoisting.cl %s -o %t --explain --no-opt=hoisting -- %cl_inc -I%S/../host/Inputs | FileCheck %s --check-prefix=OFF
// OFF-NOT: hoisting: line
// OFF:     hoisting: switched off
#include "setup.h"

enum { N = 300, TRIPS = 5 };

static void launch(cl_kernel k, const size_t *offset, const size_t *size, const size_t *local) {
  cl_int err = clEnqueueNDRangeKernel(queue, k, 1, offset, size, local, 0, NULL, NULL);
  if (err != CL_SUCCESS)
    printf("launch: %d\n", err);
}

int main(int argc, char **argv) {
  size_t sizes[3] = {320, 160, 0}, local = 32, few = 4, size, plane[2] = {320, 1};
  cl_mem v, w;
  cl_kernel add, swing;
  int n = N;
  (void)argv;
  start("hoisting.cl", "");
  v = ints(320, 1), w = ints(320, 50), add = kernel_named("add"), swing = kernel_named("swing");
  clSetKernelArg(add, 0, sizeof v, &v), clSetKernelArg(add, 1, sizeof w, &w), clSetKernelArg(add, 2, sizeof n, &n);
  clSetKernelArg(swing, 0, sizeof v, &v), clSetKernelArg(swing, 1, sizeof w, &w), clSetKernelArg(swing, 2, sizeof n, &n);

  // CHECK: hoisting.c:[[@LINE+10]]:
  // CHECK: hoisting: line 16; line 16; line 16; line 16
  // TEXT-LABEL: persistify_region_1(
  // TEXT:      P_FIXED_RANGE(p_r_1, {{.*}}min(p_most[0], p_most[1])
  // TEXT-NEXT: P_FIXED_RANGE(p_r_2,
  // TEXT-NEXT: P_FIXED_RANGE(p_r_3,
  // TEXT-NOT:  p_r_4
  // TEXT:      for (
  // TEXT-NOT:  p_range_make
  // TEXT:      P_USE_RANGE(p_r_1, 16);
  for (int t = 0; t < TRIPS; t++) {
    launch(add, NULL, &sizes[0], &local);
    launch(swing, NULL, &sizes[0], &local);
    launch(add, NULL, &sizes[1], NULL);
    launch(add, &few, &sizes[1], &few);
  }

  // A name for what stays; what changes.
  // CHECK: hoisting.c:[[@LINE+3]]:
  // CHECK: hoisting: line 16{{$}}
  // TEXT-LABEL: persistify_region_2(
  for (int t = 0; t < TRIPS; t++) {
    const size_t half = sizes[0] / 2;
    launch(add, NULL, &half, NULL);
    size = sizes[0] - (size_t)t;
    launch(swing, NULL, &size, NULL);
  }
  // CHECK: hoisting.c:[[@LINE+2]]:
  // CHECK: hoisting: nothing to do
  for (int t = 0; t < TRIPS; t++) {
    sizes[1] -= 2;
    launch(add, NULL, &sizes[1], NULL);
  }
  // CHECK: hoisting.c:[[@LINE+2]]:
  // CHECK: hoisting: nothing to do
  for (int t = 0; t < TRIPS; t++)
    need(clEnqueueNDRangeKernel(queue, add, 2, NULL, plane, NULL, 0, NULL, NULL), "plane");

  // Only the launch that is made must be a good one.
  // CHECK: hoisting.c:[[@LINE+3]]:
  // CHECK: hoisting: line 16; line 16
  size_t none = (size_t)argc - 1;
  for (int t = 0; t < TRIPS; t++) {
    launch(add, NULL, &sizes[0], NULL);
    if (none > 0)
      launch(swing, NULL, &none, &local);
  }
  show("v", v), show("w", w);
  return 0;
}
