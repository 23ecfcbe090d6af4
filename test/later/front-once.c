/* A clock that is read in front of the loop as well, by functions that also do something else: that they do once in each trip.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 4 -- 5
   RUN: %{check} --entries 4 --min-groups 1 -- 0
   RUN: env PERSISTIFY_FAULT=front-through not %{check} --entries 4 --min-groups 1 -- 0 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=front-changed not %{check} --entries 4 -- 5 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=front-reads not %{check} --entries 4 -- 5 | FileCheck %s
   CHECK: standard output differs
*/
#define _GNU_SOURCE
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct watch {
  double sum;
  int laps;
};
static void lap(struct watch *w) {
  w->sum += now();
  ++w->laps;
}
static void begin(struct watch *w) { w->sum = now(); }
static double seconds(struct watch *w) {
  w->laps++;
  return now();
}

/* What it reads was changed by the host on the way. */
static int turn = 5, turns[8];
static time_t changed;
static void take_turn(void) {
  changed = time(NULL);
  turn *= 2;
}
static int at_turn(void) { return turn * (time(NULL) > 0); }

int main(int argc, char **argv) {
  const int trips = argc > 1 ? atoi(argv[1]) : 3;
  struct watch one = {0, 0}, two = {0, 0}, three = {0, 0}, *by = &one, *other = &three;
  int i;
  double t = 0;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < trips; i++) {
    lap(by);
    step(i);
  }
  for (i = 0; i < trips; i++) {
    two.laps += 10;
    begin(&two);
    step(2 * i);
  }
  for (i = 0; i < trips; i++) {
    t = seconds(other);
    step(3 * i);
  }
  for (i = 0; i < trips; i++) {
    int now_at;
    take_turn();
    now_at = at_turn();
    step(i);
    turns[i] = now_at;
  }
  printf("%d %d %d\n", turns[0], turns[4], changed > 0);
  printf("%d %d %d %d\n", one.laps, two.laps, three.laps, trips == 0 || (one.sum > 0 && two.sum > 0 && t > 0));
  show("a", a);
  return 0;
}
