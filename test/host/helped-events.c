/* Functions that are given elements of lists of events, for their commands to set or to wait for. In one of the loops the number of the run
   says whether an event is missing: an error of the call, and the original loop of this part goes on.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add
   RUN: %{check} --entries 10 -- 0
   RUN: %{check} --entries 9..10 --expect-fallback "a wait for an event that no command has set" -- 1
   RUN: %{check} --entries 9..10 --expect-fallback "a wait for an event that no command has set" -- 2
   RUN: %{check} --entries 9..10 --expect-fallback "a wait for an event that no command has set" -- 3
   RUN: %{check} --entries 9..10 --expect-fallback "a wait for an event that no command has set" -- 4
   RUN: %{check} --entries 9..10 --expect-fallback "a wait for an event that no command has set" -- 5
   Another queue's command, or a function that does more, sets one: that loop stays.
   RUN: %{check} --entries 9 --host-flag=-DOTHER=1 -- 0
   RUN: %{check} --entries 9 --host-flag=-DOTHER=2 -- 0
   RUN: env PERSISTIFY_FAULT=no-event-to-wait-for not %{check} --entries any -- 1
   RUN: %long env PERSISTIFY_FAULT=events-by-constants not %{check} --entries 10 -- 0
   RUN: %long env PERSISTIFY_FAULT=events-given-away not %{check} --entries 10 -- 0
   RUN: %long env PERSISTIFY_FAULT=first-of-events not %{check} --entries 10 -- 0
*/
#include "setup.h"
#ifndef OTHER
#define OTHER 0
#endif

enum { N = 20 };
static cl_kernel add;
static const size_t global = 64;
static int failed, missing;

static void run(cl_mem a, int v, cl_event *done) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, done) != CL_SUCCESS;
}

static void on(cl_command_queue q, cl_mem a, int v, cl_event *after, cl_event *done) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(q, add, 1, NULL, &global, NULL, after ? 1 : 0, after, done) != CL_SUCCESS;
}

static void behind(cl_mem a, int v, cl_uint n, cl_event *list, cl_event *done) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, n ? list : NULL, done) != CL_SUCCESS;
}

/* The time that the commands took, or that there is one. */
static void report(const char *what, cl_event *list, int n) {
  double sum = 0;
  clWaitForEvents(n, list);
  for (int i = 0; i < n; i++) {
    cl_ulong from = 0, to = 0;
    clGetEventProfilingInfo(list[i], CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
    clGetEventProfilingInfo(list[i], CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
    sum += (to - from) * 1e-6;
    clReleaseEvent(list[i]);
  }
  printf("%s %s\n", what, sum >= 0 ? "good" : "bad");
}

/* Each trip's command has an element, and a function reads their times. */
static void timed(cl_mem a) {
  cl_event each[40];
  for (int i = 0; i < N; i++)
    run(a, i, &each[i]);
  report("array", each, N);
}

static void allocated(cl_mem a, int n) {
  cl_event *each = (cl_event *)malloc(n * sizeof *each);
  for (int i = 0; i < n; i++)
    run(a, i, each + i);
  report("allocated", each, n);
  free(each);
}

static void counted(cl_mem a) {
  cl_event each[3 * N];
  int k = 0;
  for (int i = 0; i < N; i++) {
    run(a, i, &each[k]);
    k++;
    if (i % 2) {
      run(a, 1, each + k);
      k++;
    }
  }
  report("counted", each, k);
}

static void rows(cl_mem a) {
  cl_event each[N][2];
  for (int i = 0; i < N; i++) {
    run(a, i, &each[i][0]);
    run(a, i + 2, &each[i][1]);
  }
  for (int i = 0; i < N; i++)
    report("row", each[i], 2);
}

/* Each waits for the one in front of it. The queue is a parameter, too. */
static void chain(cl_mem a) {
  cl_event each[40] = {NULL};
  for (int i = 0; i < N; i++)
    on(queue, a, i, i ? &each[i - 1 + (missing == 1 && i == 7)] : NULL, &each[i]);
  report("chain", each, missing == 1 ? 7 : N);
}

static void set_first(cl_mem a, cl_event *first) {
#if OTHER == 1
  on(clCreateCommandQueue(context, device, 0, NULL), a, 1, NULL, first);
#elif OTHER == 2
  *first = clCreateUserEvent(context, NULL);
  clSetUserEventStatus(*first, CL_COMPLETE);
#else
  on(queue, a, 1, NULL, first);
#endif
}

static void begun(cl_mem a) {
  cl_event each[40];
  memset(each, 0, sizeof each);
  set_first(a, &each[0]);
  for (int i = 1; i < N; i++)
    on(queue, a, i, &each[i - 1 + (missing == 2 && i == 7)], &each[i]);
}

static void chain_of_allocated(cl_mem a, int n) {
  cl_event *each = (cl_event *)calloc(n + 1, sizeof *each);
  on(queue, a, 1, NULL, &each[0]);
  for (int i = 1; i < n; i++)
    on(queue, a, i, &each[i - 1 + (missing == 3 && i == 1)], &each[i]);
  clFinish(queue);
  free(each);
}

static void all_before(cl_mem a) {
  cl_event each[40];
  memset(each, 0, sizeof each);
  for (int i = 0; i < N; i++)
    behind(a, i, i, each, &each[i + (missing == 4 && i == 9)]);
}

/* Pointers of the trip that some ways set, or leave null. */
static void by_ways(cl_mem a) {
  cl_event each[40] = {NULL};
  int with = 0;
  for (int i = 0; i < N; i++) {
    cl_event *before = NULL, *at = &each[i];
    cl_uint n = 0;
    if (i > 0) {
      before = &each[i - 1 + (missing == 5 && i == 7)];
      n = 1;
    }
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, before, at) != CL_SUCCESS;
    if (i % 4 == 1)
      at = NULL;
    with += at != NULL;
    if (at)
      on(queue, a, 1, at, NULL);
  }
  printf("with %d\n", with);
}

/* Two by turns. */
static void two(cl_mem a) {
  cl_event pair[2];
  on(queue, a, 1, NULL, &pair[0]);
  for (int i = 0; i < N; i++)
    on(queue, a, i, &pair[i % 2], &pair[(i + 1) % 2]);
  report("pair", &pair[N % 2], 1);
}

int main(int argc, char **argv) {
  missing = argc > 1 ? atoi(argv[1]) : 0;
  start("steps.cl", "");
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  cl_mem a = ints(64, 7);
  timed(a);
  allocated(a, N);
  counted(a);
  rows(a);
  chain(a);
  begun(a);
  chain_of_allocated(a, N);
  all_before(a);
  two(a);
  by_ways(a);
  clFinish(queue);
  show("a", a);
  printf("%d failed\n", failed);
  return 0;
}
