// Where a guard at a kernel's beginning sends away all work-items from an id on, the walk ends there: for bounds from
// arguments, constants and variables of both, of any type, that change from trip to trip, with an offset, and where
// several phases share a loop; in two and three dimensions, by the last one. Not where such an item does anything, or the guard is another one.
// REQUIRES: device
// RUN: %run-check %S/guards.cl %s --entries 7 --host-flag=-I%S/../host/Inputs
// RUN: %run-check %S/guards.cl %s --entries 7 --env PERSISTIFY_WG=32 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/guards.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/guards.persist.cl
// RUN: %persistify %S/guards.cl %s -o %t --explain --no-opt=guards -- %cl_inc -I%S/../host/Inputs | FileCheck %s --check-prefix=OFF
// OFF-NOT: guards: line
// OFF:     guards: switched off
#include "setup.h"

enum { N = 64 };
static size_t all = N, few = 8;

static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &all, NULL, 0, NULL, NULL), "launch"); }
static cl_kernel made(const char *name, cl_mem v) {
  cl_kernel k = kernel_named(name);
  clSetKernelArg(k, 0, sizeof v, &v);
  return k;
}
static void number(cl_kernel k, int at, int n) { clSetKernelArg(k, at, sizeof n, &n); }

int main(void) {
  static const char *const to_the_end[] = {"counted", "goes_on", "other_branch", "moved", "narrow",
                                           "above",   "either",  "not_both",     "told"};
  start("guards.cl", "");
  cl_mem v = ints(2 * N, 1), w = ints(N, 0), x = ints(N, 5);
  cl_kernel below = made("below", v), eliminate = made("eliminate", v), reversed = made("reversed", v), upto = made("upto", v),
            both = made("both", v), rows = made("rows", v), also = made("below", x), memory = made("from_memory", v),
            real = made("real", v), plane = made("first_only", v), grid = made("grid", v);
  cl_uint limit;
  cl_long last;
  cl_uchar half = 15;
  float point = 20.5f;
  size_t offset = 24, wide[2] = {8, 8}, corner[2] = {1, 2}, plate[2] = {5, 6}, cube[3] = {4, 1, 9};
  int t;
  number(eliminate, 1, 20), clSetKernelArg(reversed, 1, sizeof w, &w), clSetKernelArg(upto, 2, sizeof w, &w);
  clSetKernelArg(both, 1, sizeof half, &half), clSetKernelArg(memory, 1, sizeof w, &w), clSetKernelArg(real, 1, sizeof point, &point);

  // The last three share a loop.
  // CHECK: guards.c:[[@LINE+7]]:
  // CHECK: guards: line 17; line 17; line 17; line 17{{$}}
  // TEXT-LABEL: persistify_region_1(
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_1, p_bound(a_below_n, 0), 0)
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_1, p_bound_u((unsigned long)((a_eliminate_size - 1) - a_eliminate_t), 0), 0)
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_1, p_bound_u(a_reversed_limit, 0), 0)
  // TEXT: max(max(p_bound(a_upto_last, 1), p_bound_u((unsigned long)(a_both_n * 2), 0)), p_bound_u((unsigned long)40, 0))
  for (t = 0; t < 12; t++) {
    number(below, 1, t * 13 - 20); // below none, all, and more than all
    launch(below);
    number(eliminate, 2, t * 2);
    launch(eliminate);
    limit = (cl_uint)t * 900000000u; // beyond 2^31
    clSetKernelArg(reversed, 2, sizeof limit, &limit);
    launch(reversed);
    last = t < 2 ? -1 - t * (cl_long)1 : t == 4 ? 0x7fffffffffffffff : t * 5;
    clSetKernelArg(upto, 1, sizeof last, &last);
    launch(upto);
    launch(both);
    launch(rows);
  }

  // With an offset, and two in one loop, which ends where the longer one does.
  // CHECK: guards.c:[[@LINE+6]]:
  // CHECK: merging: line 17 with line 17{{$}}
  // CHECK: guards: line 17; line [[@LINE+6]]{{$}}
  // TEXT-LABEL: persistify_region_2(
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_1, {{.*}} > (1ul << 31) ? 0xffffffffu : p_bound(a_below_n, 0), 0)
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_2, max(p_bound(a_below_n, 0), p_bound(a_below_n_2, 0)), 0)
  for (t = 0; t < 6; t++) {
    number(below, 1, 10 * t), number(also, 1, 50 - 7 * t);
    need(clEnqueueNDRangeKernel(queue, below, 1, &offset, &few, NULL, 0, NULL, NULL), "offset");
    launch(below), launch(also);
  }
  show("v", v), show("x", x);

  // By rows and planes.
  // CHECK: guards.c:[[@LINE+5]]:
  // CHECK: guards: line [[@LINE+6]]; line [[@LINE+7]]{{$}}
  // TEXT-LABEL: persistify_region_3(
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_1, {{.*}} > (1ul << 31) ? 0xffffffffu : p_bound(a_grid_n, 0), 1)
  // TEXT: P_FOR_ITEMS_BELOW(p_v, p_r_2, p_bound((8 - a_grid_n), 1), 1)
  for (t = 0; t < 10; t++) {
    number(grid, 1, t), number(grid, 2, t % 3);
    need(clEnqueueNDRangeKernel(queue, grid, 2, corner, plate, NULL, 0, NULL, NULL), "rows");
    need(clEnqueueNDRangeKernel(queue, grid, 3, NULL, cube, NULL, 0, NULL, NULL), "planes");
  }

  // CHECK: guards.c:[[@LINE+4]]:
  // CHECK: guards: nothing to do
  // TEXT-LABEL: persistify_region_4(
  // TEXT-NOT: P_FOR_ITEMS_BELOW
  for (t = 0; t < 3; t++) {
    launch(memory), launch(real);
    number(plane, 1, t + 2);
    need(clEnqueueNDRangeKernel(queue, plane, 2, NULL, wide, NULL, 0, NULL, NULL), "plane");
  }
  for (int k = 0; k < 9; k += 3) {
    cl_kernel one = made(to_the_end[k], v), two = made(to_the_end[k + 1], v), three = made(to_the_end[k + 2], v);
    for (t = 0; t < 4; t++) {
      number(one, 1, 10 * t), number(two, 1, 15 * t), number(three, 1, 5 * t + 40);
      launch(one), launch(two), launch(three);
    }
  }
  show("v", v), show("x", x);
  return 0;
}
