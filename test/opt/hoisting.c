// Sizes that stay the same are looked at before the loop: constants, variables, elements of arrays, an offset, two
// launches with the same ones. Not those that a trip changes or computes from what it changes. A launch with sizes
// that the API refuses does no harm where nobody makes it. Ranges of several dimensions, and all ranges of regions
// with whole work-groups, are kept in local memory.
// REQUIRES: device
// RUN: %run-check %S/hoisting.cl %s --entries 9 --host-flag=-I%S/../host/Inputs
// RUN: %run-check %S/hoisting.cl %s --entries 9 --host-flag=-I%S/../host/Inputs --env PERSISTIFY_WG=32
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
  cl_kernel place = kernel_named("place"), tile = kernel_named("tile");
  clSetKernelArg(add, 0, sizeof v, &v), clSetKernelArg(add, 1, sizeof w, &w), clSetKernelArg(add, 2, sizeof n, &n);
  clSetKernelArg(place, 0, sizeof v, &v), clSetKernelArg(place, 1, sizeof n, &n);
  clSetKernelArg(tile, 0, sizeof v, &v), clSetKernelArg(tile, 1, sizeof w, &w), clSetKernelArg(tile, 2, sizeof n, &n);
  clSetKernelArg(swing, 0, sizeof v, &v), clSetKernelArg(swing, 1, sizeof w, &w), clSetKernelArg(swing, 2, sizeof n, &n);

  // CHECK: hoisting.c:[[@LINE+10]]:
  // CHECK: hoisting: line 18; line 18; line 18; line 18
  // TEXT-LABEL: persistify_region_1(
  // TEXT:      P_FIXED_RANGE(p_r_1, {{.*}}min(k_add_most, k_swing_most)
  // TEXT-NEXT: P_FIXED_RANGE(p_r_2,
  // TEXT-NEXT: P_FIXED_RANGE(p_r_3,
  // TEXT-NOT:  p_r_4
  // TEXT:      for (
  // TEXT-NOT:  p_range_make
  // TEXT:      P_USE_RANGE(p_r_1, 18);
  for (int t = 0; t < TRIPS; t++) {
    launch(add, NULL, &sizes[0], &local);
    launch(swing, NULL, &sizes[0], &local);
    launch(add, NULL, &sizes[1], NULL);
    launch(add, &few, &sizes[1], &few);
  }

  // A name for what stays; what changes.
  // CHECK: hoisting.c:[[@LINE+3]]:
  // CHECK: hoisting: line 18{{$}}
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
  for (int t = 0; t < TRIPS; t++) {
    plane[0] -= 32;
    need(clEnqueueNDRangeKernel(queue, add, 2, NULL, plane, NULL, 0, NULL, NULL), "plane");
  }

  // Rows shorter and longer than work-groups, offsets, three dimensions.
  // CHECK: hoisting.c:[[@LINE+11]]:
  // CHECK: hoisting: line [[@LINE+11]]; line [[@LINE+12]]; line [[@LINE+13]]{{$}}
  // TEXT-LABEL: persistify_region_5(
  // TEXT:      P_KEPT_RANGE(p_r_1, P_BY_ITEMS, 2, h_corner[0ul], h_corner[1ul], 0, {{.*}}, 1, 1, 1, 1, 0, 0, p_zero_skips);
  // TEXT-NEXT: P_KEPT_RANGE(p_r_2, P_BY_ITEMS, 2, 0, 0, 0, {{.*}}, 1, 1, 1, 1, 0, 0, p_zero_skips);
  // TEXT-NEXT: P_KEPT_RANGE(p_r_3, P_BY_ITEMS, 3, 0, 0, 0, {{.*}}, 1, k_place_most, p_zero_skips);
  // TEXT-NEXT: P_RANGES_KEPT();
  // TEXT:      P_USE_KEPT(p_r_1, 2, 1, [[#]]);
  // TEXT:      P_USE_KEPT(p_r_2, 2, 0, [[#]]);
  // TEXT:      P_USE_KEPT(p_r_3, 3, 0, [[#]]);
  const size_t corner[2] = {3, 2}, narrow[2] = {5, 23}, wide[2] = {71, 4}, cube[3] = {7, 6, 5}, cubes[3] = {7, 2, 1};
  for (int t = 0; t < TRIPS; t++) {
    need(clEnqueueNDRangeKernel(queue, place, 2, corner, narrow, NULL, 0, NULL, NULL), "narrow");
    need(clEnqueueNDRangeKernel(queue, place, 2, NULL, wide, NULL, 0, NULL, NULL), "wide");
    need(clEnqueueNDRangeKernel(queue, place, 3, NULL, cube, cubes, 0, NULL, NULL), "cube");
  }

  // Whole work-groups: those of `tile` have one size, whatever it is, so the persistent kernel's have it too.
  // CHECK: hoisting.c:[[@LINE+10]]:
  // CHECK: hoisting: line [[@LINE+10]]; line [[@LINE+11]]; line 18{{$}}
  // CHECK: guards: {{.*}}; all local sizes are equal
  // TEXT-LABEL: persistify_region_6(
  // TEXT:      P_KEPT_RANGE(p_r_1, P_BY_EQUAL_GROUPS, 2, 0, 0, 0,
  // TEXT-NEXT: P_KEPT_RANGE(p_r_2, P_BY_EQUAL_GROUPS, 2, 0, 0, 0,
  // TEXT-NEXT: P_KEPT_RANGE(p_r_3, P_BY_ITEMS, 1, 0, 0, 0,
  // TEXT:      P_WALK_GROUPS(p_v, p_r_1)
  // TEXT:      P_WALK_GROUPS(p_v, p_r_2)
  const size_t tiles[2] = {(size_t)argc * 8, 4}, flat[2] = {48, 8}, tall[2] = {8, 40};
  for (int t = 0; t < TRIPS; t++) {
    need(clEnqueueNDRangeKernel(queue, tile, 2, NULL, flat, tiles, 0, NULL, NULL), "flat");
    need(clEnqueueNDRangeKernel(queue, tile, 2, NULL, tall, tiles, 0, NULL, NULL), "tall");
    launch(add, NULL, &sizes[0], NULL);
  }

  // Two local sizes: the smaller groups have surplus work-items.
  // CHECK: hoisting.c:[[@LINE+6]]:
  // CHECK-NOT: all local sizes are equal
  // TEXT-LABEL: persistify_region_7(
  // TEXT:      P_KEPT_RANGE(p_r_1, P_BY_GROUPS, 2,
  // TEXT:      P_WALK_GROUPS(p_v, p_r_1)
  const size_t squares[2] = {4, 4};
  for (int t = 0; t < TRIPS; t++) {
    need(clEnqueueNDRangeKernel(queue, tile, 2, NULL, flat, tiles, 0, NULL, NULL), "flat");
    need(clEnqueueNDRangeKernel(queue, tile, 2, NULL, tall, squares, 0, NULL, NULL), "tall");
  }

  // Elements of an array that each trip makes anew, each in one place; not in two.
  // CHECK: hoisting.c:[[@LINE+5]]:
  // CHECK: hoisting: line [[@LINE+7]]{{$}}
  // TEXT-LABEL: persistify_region_8(
  // TEXT:      P_KEPT_RANGE(p_r_1, P_BY_ITEMS, 2, 0, 0, 0, {{.*}} * 16{{.*}}, 3ul, 1,
  // TEXT-NOT:  P_KEPT_RANGE
  for (int t = 0; t < TRIPS; t++) {
    size_t made[2], turns[2];
    made[1] = 3, made[0] = (size_t)argc * 16;
    need(clEnqueueNDRangeKernel(queue, place, 2, NULL, made, NULL, 0, NULL, NULL), "made");
    turns[0] = 8, turns[1] = 2;
    if (t & 1)
      turns[0] = 16;
    need(clEnqueueNDRangeKernel(queue, place, 2, NULL, turns, NULL, 0, NULL, NULL), "turns");
  }

  // Only the launch that is made must be a good one.
  // CHECK: hoisting.c:[[@LINE+4]]:
  // CHECK: hoisting: line 18; line 18
  // TEXT-LABEL: persistify_region_9(
  size_t none = (size_t)argc - 1;
  for (int t = 0; t < TRIPS; t++) {
    launch(add, NULL, &sizes[0], NULL);
    if (none > 0)
      launch(swing, NULL, &none, &local);
  }
  show("v", v), show("w", w);
  return 0;
}
