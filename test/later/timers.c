/* Clocks in the loop: times are the host's, counters stay exact.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6 --no-verified
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
   CHECK: note: times taken in the loop are those of the whole loop [PST3012]
*/
#include "setup.h"
#include <sys/time.h>
#include <time.h>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* The sum of the trips' times is that of the loop. */
static void sum(void) {
  double total = 0, outer = now();
  int trips = 0;
  for (int i = 0; i < 50; i++) {
    double t0 = now();
    add(i);
    clFinish(queue);
    double t1 = now();
    total += t1 - t0;
    trips++;
  }
  outer = now() - outer;
  printf("sum: %d trips, %s\n", trips, total > 0 && total <= outer && total > 0.3 * outer ? "plausible" : "odd");
}

/* Times in an array, smallest and largest, printed by a macro that is off. */
static void each(void) {
  double times[8], least = 1e9, most = 0;
  struct timeval a, b;
  for (int i = 0; i < 8; i++) {
    gettimeofday(&a, NULL);
    add(1);
    clFinish(queue);
    gettimeofday(&b, NULL);
    times[i] = (b.tv_sec - a.tv_sec) * 1e3 + (b.tv_usec - a.tv_usec) * 1e-3;
    if (i < 0)
      printf("never\n");
  }
  for (int i = 0; i < 8; i++) {
    if (times[i] < least)
      least = times[i];
    if (times[i] > most)
      most = times[i];
  }
  printf("each: %s\n", least >= 0 && most >= least && most < 60e3 ? "plausible" : "odd");
}

/* A timer with a counter of its own. */
typedef struct {
  struct timespec begin;
  double seconds;
  int laps;
} Timer;
static void timer_start(Timer *t) { clock_gettime(CLOCK_MONOTONIC, &t->begin); }
static void timer_stop(Timer *t) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  t->seconds += (end.tv_sec - t->begin.tv_sec) + 1e-9 * (end.tv_nsec - t->begin.tv_nsec);
  t->laps++;
}
typedef struct {
  cl_command_queue q;
  Timer steps, checks;
  int rounds;
} App;
static void timer(App *app) {
  Timer local = {{0, 0}, 0, 0};
  while (app->rounds < 12) {
    timer_start(&app->steps);
    add(app->rounds);
    timer_stop(&app->steps);
    if (app->rounds % 3 == 0) {
      timer_start(&app->checks);
      timer_start(&local);
      clFinish(app->q);
      timer_stop(&local);
      timer_stop(&app->checks);
    }
    app->rounds++;
  }
  printf("timer: %d %d %d laps, %d rounds, %s\n", app->steps.laps, app->checks.laps, local.laps, app->rounds,
         app->steps.seconds > 0 && app->checks.seconds >= 0 ? "plausible" : "odd");
}

/* A step that gives its time back. */
static double timed_step(int v) {
  double from = now();
  add(v);
  clFinish(queue);
  return 1e3 * (now() - from);
}
static void steps(int n) {
  double ms = 0, last = 0;
  clock_t c = clock();
  for (int i = 0; i < n; i++) {
    last = timed_step(i);
    ms += last;
  }
  c = clock() - c;
  printf("steps: %s\n", ms >= last && ms > 0 && c >= 0 ? "plausible" : "odd");
}

/* No trip: nothing was timed. */
static void none(int n) {
  double t0 = -1, sum = 0;
  for (int i = 0; i < n; i++) {
    t0 = now();
    add(i);
    sum += now() - t0;
  }
  printf("none: %g %g\n", n ? 0 : t0, n ? 0 : sum);
}

int main(void) {
  App app = {0};
  start("steps.cl", "");
  app.q = queue;
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 3);
  sum();
  each();
  timer(&app);
  steps(9);
  none(0);
  none(3);
  show("data", data);
  return 0;
}
