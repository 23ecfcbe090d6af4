/* Loops that are entered and left between two trips, in the styles in which people write them. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13 --allow-kernel map
// RUN: env "CHECK_AT=1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 11,0 12,0 13,0 14,0 15,0 16,0 17,0 18,0 19,0 20,0" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13 --allow-kernel map
// RUN: env "CHECK_AT=1,1 1,2 1,3 1,7 2,1 2,2 2,3 3,1 3,2 3,3 4,1 5,2 7,3" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13 --allow-kernel map
// RUN: rm -rf %t.fault && env PERSISTIFY_FAULT=events-stay %persistify %S/steps.cl %s -o %t.fault --explain -- -I%S/Inputs | not FileCheck %s --check-prefix=WHY
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- -I%S/Inputs | FileCheck %s --check-prefix=WHY
#include "setup.h"

static const size_t items = 64;
static cl_kernel add, map, raise_some;

static void launch(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL); }

static int until(cl_mem cells, int most) {
  int trip = 0, first = 0;
  clSetKernelArg(add, 0, sizeof cells, &cells);
  while (trip < most) { // WHY: [[#@LINE]]:3: persistify_region
    trip++;
    clSetKernelArg(add, 1, sizeof trip, &trip);
    launch(add);
    clEnqueueReadBuffer(queue, cells, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    if (first > 150)
      return trip * 1000 + first;
  }
  return -1;
}

int main(void) {
  cl_mem a, b, cells, flag;
  int i, n, odd = 0, set, more;
  cl_event unused, last;
  long sum = 0;
  start("steps.cl", "");
  add = kernel_named("add"), map = kernel_named("map"), raise_some = kernel_named("raise");
  cells = ints(64, 3), a = ints(64, 1), b = ints(64, 200), flag = ints(1, 0);
  clSetKernelArg(add, 0, sizeof cells, &cells);

  /* A counter of the loop's own, and one that C89 declares in front. */
  for (int k = 0; k < 23; k++) {
    clSetKernelArg(add, 1, sizeof k, &k);
    launch(add);
  }
  show("own counter", cells);
  for (i = 30; i > 7; i -= 2) {
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
  }
  show("counter in front", cells);

  /* A step and a condition with side effects. */
  n = 21;
  while (n-- > 0) {
    if (n % 3 == 0)
      continue;
    odd += n & 1;
    clSetKernelArg(add, 1, sizeof odd, &odd);
    launch(add);
  }
  printf("%d %d\n", n, odd);
  show("side effects", cells);

  /* Until a flag stays down. */
  clSetKernelArg(raise_some, 0, sizeof a, &a);
  clSetKernelArg(raise_some, 1, sizeof flag, &flag);
  do { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop can be entered and left{{$}}
    set = 0;
    n = 90;
    clSetKernelArg(raise_some, 2, sizeof n, &n);
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof set, &set, 0, NULL, NULL);
    launch(raise_some);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof set, &set, 0, NULL, NULL);
    odd++;
  } while (set);
  printf("%d\n", odd);
  show("flag", a);

  /* Buffers change places; an argument is set in some trips only. */
  n = 5;
  clSetKernelArg(map, 2, sizeof n, &n);
  for (int trip = 0, last = 19; trip < last; ++trip) { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop can be entered and left, with trip, last
    cl_mem t = a;
    clSetKernelArg(map, 0, sizeof a, &a);
    clSetKernelArg(map, 1, sizeof b, &b);
    if (trip % 4 == 1)
      clSetKernelArg(map, 2, sizeof trip, &trip);
    launch(map);
    a = b;
    b = t;
    sum += trip * (long)last;
    if (trip == 16)
      last = 18;
  }
  printf("%ld\n", sum);
  show("changed places", a);
  launch(map);
  show("as the loop left the kernel", b);

  /* A loop in the loop, and one that is left by break. */
  for (i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) {
      n = i * 10 + j;
      clSetKernelArg(add, 1, sizeof n, &n);
      launch(add);
    }
  show("nested", cells);
  for (more = 1, i = 0; more; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
    if (i * i > 300)
      break;
  }
  printf("%d\n", i);
  show("left", cells);

  /* And by return. */
  cells = ints(64, 0);
  printf("%d\n", until(cells, 40));
  cells = ints(64, -900);
  printf("%d\n", until(cells, 33));

  /* Events, and a loop without a condition. */
  for (i = 0; i < 11; i++) { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop can be entered and left{{$}}
    const int by = i + 3;
    cl_event done;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &done);
    clWaitForEvents(1, &done);
    clReleaseEvent(done);
  }
  for (i = 0; i < 11; i++) { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop can be entered and left{{$}}
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &unused);
  }
  for (i = 0; i < 11; i++) { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop is not entered or left: the event of '&last', which trips hand on
    clSetKernelArg(add, 1, sizeof i, &i);
    if (i)
      clWaitForEvents(1, &last);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &last);
  }
  for (i = 0;; i++) { // WHY: [[#@LINE]]:3: persistify_region
    // WHY: between trips: the loop can be entered and left{{$}}
    if (i == 9)
      break;
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
  }
  show("not entered", cells);
  return 0;
}
