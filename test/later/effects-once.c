/* Statements for the host whose places have effects of their own: the index of a time, a pointer that goes on. They take
   place once, in the region, and the text that the host performs has their values.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 8
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=effects-twice not %{check} --entries 8
*/
#define _GNU_SOURCE
#include "setup.h"
#include <sys/time.h>
#include <time.h>

enum { TRIPS = 16 };
static cl_kernel add;
static const size_t items = 64;
static int used;
static int next(void) { return ++used; }
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

/* All of the first n are set, none behind. */
static int set(const double *x, int n) {
  int i, good = 0;
  for (i = 0; i < 2 * TRIPS; i++)
    good += (x[i] >= 0) == (i < n);
  return good;
}

static void fill(double *x) {
  int i;
  for (i = 0; i < 2 * TRIPS; i++)
    x[i] = -1;
}

int main(void) {
  struct timeval t0, t1;
  struct stamp { double when; int trip; } pair[3] = {{-1, 0}, {-1, 0}, {-1, 0}};
  double ms[2 * TRIPS], sum = 0;
  cl_ulong when[2 * TRIPS] = {0}, started;
  cl_event done[TRIPS], all[TRIPS] = {0};
  time_t stamps[2 * TRIPS] = {0};
  struct { double total[3]; int used; } kept = {{0}, 0}, *to = &kept;
  char lines[2 * TRIPS][8] = {""};
  int i, n = 0, good = 0;
  cl_mem a;
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  fill(ms);
  for (i = 0; i < TRIPS; i++) {
    gettimeofday(&t0, NULL);
    step(i);
    clFinish(queue);
    gettimeofday(&t1, NULL);
    ms[n++] = (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_usec - t0.tv_usec) / 1e3;
  }
  printf("%d: %d\n", n, set(ms, TRIPS));

  fill(ms);
  for (i = 0; i < TRIPS; i++) {
    double t = now();
    step(2 * i);
    ms[next()] = now() - t;
  }
  ms[0] = 0;
  printf("%d: %d\n", used, set(ms, TRIPS + 1));

  for (i = 0; i < TRIPS; i++) {
    double t = now();
    step(i + 1);
    sum += now() - t;
    to->total[to->used++ % 3] = sum;
  }
  printf("%d: %d\n", kept.used, kept.total[0] <= sum && kept.total[1] > 0 && kept.total[2] > 0);

  for (i = 0; i < TRIPS; i++) {
    struct stamp *at = pair;
    at++->when = now();
    step(i + 3);
    at++->when = now();
  }
  printf("%d\n", pair[0].when > 0 && pair[1].when >= pair[0].when && pair[2].when == -1);

  for (n = 0, i = 0; i < TRIPS; i++) {
    step(i ^ 5);
    time(&stamps[n++]);
  }
  printf("%d: %d\n", n, stamps[TRIPS - 1] > 0 && stamps[TRIPS] == 0);

  for (n = 0, i = 0; i < TRIPS; i++) {
    step(7 - i);
    snprintf(lines[n++], sizeof lines[0], "%s", now() > 0 ? "yes" : "no");
  }
  printf("%d: %s %s.\n", n, lines[TRIPS - 1], lines[TRIPS]);

  for (n = 0, i = 0; i < TRIPS; i++) {
    int by = i * i;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &done[i]);
    clWaitForEvents(1, &done[i]);
    clGetEventProfilingInfo(done[n++], CL_PROFILING_COMMAND_START, sizeof started, &started, NULL);
    good += started > 0;
  }
  for (i = 0; i < TRIPS; i++) {
    clGetEventProfilingInfo(done[i], CL_PROFILING_COMMAND_END, sizeof *when, &when[i], NULL);
    good += when[i] >= started || i < TRIPS - 1;
    clReleaseEvent(done[i]);
  }
  printf("%d: %d\n", n, good);

  for (n = 0, i = 0; i < TRIPS; i++) {
    cl_event now_done;
    int by = i + 40;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &now_done);
    all[n++] = now_done;
  }
  clWaitForEvents(n, all);
  for (good = 0, i = 0; i < TRIPS; i++)
    if (all[i])
      good += clReleaseEvent(all[i]) == CL_SUCCESS;
  printf("%d: %d\n", n, good);
  show("a", a);
  return 0;
}
