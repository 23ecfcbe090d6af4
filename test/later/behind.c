/* Where a clock is read behind the loop only, the note says so.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 --no-verified
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s --implicit-check-not=PST3012
   CHECK: note: the clock is read here only when the loop has ended, since the function that reads it changes more: times from here on lack the loop [PST3016]
   CHECK-NEXT: {{^ *}}tic();
   CHECK: note: {{.*}}, since it is used together with what the trip makes: times
   CHECK-NEXT: {{^ *}}t = now() + 0 * i;
   CHECK: note: {{.*}}, since what uses it might fail, or not end, where the loop does not come to it: times
   CHECK-NEXT: {{^ *}}t = scaled(rate);
   CHECK: note: {{.*}}, since the statement does more than keep it: times
   CHECK-NEXT: {{^ *}}t += now();
*/
#define _GNU_SOURCE
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;
static double began;
static int tics;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void tic(void) {
  began = now();
  tics++;
}
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
struct rate {
  double scale;
};
static double scaled(const struct rate *r) { return now() * r->scale; }

int main(int argc, char **argv) {
  struct rate unit = {1}, *rate = argc > 9 ? NULL : &unit;
  double t = 0, sum = 0;
  int i, n = 0;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < 20; i++) {
    tic();
    step(i);
  }
  sum += now() - began;

  for (i = 0; i < 20; i++) {
    t = now() + 0 * i;
    step(i);
    sum += now() - t;
  }

  for (i = 0; i < 20; i++) {
    t = scaled(rate);
    step(i);
    sum += now() - t;
  }

  for (i = 0; i < 20; i++) {
    t += now();
    step(i);
    sum += 1e-9 * t;
  }
  printf("%d %d %s\n", tics, n, sum > 0 ? "timed" : "odd");
  show("a", a);
  return argv[0] == NULL;
}
