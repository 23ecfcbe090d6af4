/* A clock is read in front of the loop as well only if that cannot fail where the loop does not come to it.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 5
   RUN: env PERSISTIFY_FAULT=front-fails not %{check} --entries 5 | FileCheck %s
   CHECK: exit code -
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

struct rate {
  double scale;
};
static double scaled(const struct rate *r) { return now() * r->scale; }
static int per;
static double paced(void) { return now() / (1000 / per); }
static double first(const double *list, int n) {
  double least = now();
  for (int i = 0; i < n; ++i)
    if (list[i] < least)
      least = list[i];
  return least;
}

struct app {
  struct rate *rate;
  double began;
};
static void trip(struct app *app, int i) {
  if (app->rate)
    app->began = scaled(app->rate);
  step(i);
}
struct watch {
  double began, sum;
};
static void begin(struct watch *w) { w->began = now(); }
static void end(struct watch *w) { w->sum += now() - w->began; }

int main(int argc, char **argv) {
  double t = 0;
  struct rate *none = argc > 1 ? malloc(sizeof *none) : NULL;
  double *list = argc > 1 ? malloc(8) : NULL;
  struct app app = {none, 0};
  struct watch watch = {0, 0};
  (void)argv;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (int i = 0; i < 4; ++i) {
    if (none)
      t = scaled(none);
    step(i);
  }
  for (int i = 0; i < 4; ++i) {
    if (per)
      t = paced();
    step(i);
  }
  for (int i = 0; i < 4; ++i)
    trip(&app, i);
  for (int i = 0; list && i < 4; ++i) { /* no trip */
    t = first(list, i);
    step(i);
  }
  for (int i = 0; i < 4; ++i) { /* here it is */
    begin(&watch);
    step(i);
    clFinish(queue);
    end(&watch);
  }
  printf("%g %g %s\n", t, app.began, watch.sum > 0 && watch.sum < 60 ? "plausible" : "odd");
  show("a", a);
  return 0;
}
