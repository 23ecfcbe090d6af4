/* Commands that wait for events, in lists of several kinds. In each part the number of the run says whether one of the events is missing when
   a command waits for it: an error of the call, which launches nothing. The original loop of this part goes on then; the others move.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add
   RUN: %{check} --entries 12 -- 0
   RUN: %{check} --entries 11 --expect-fallback "there is no event 'pair[1]' to wait for" -- 1
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 2
   RUN: %{check} --entries 11 --expect-fallback "a wait for an event that no command has set" -- 3
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 4
   RUN: %{check} --entries 11 --expect-fallback "a wait for an event that no command has set" -- 5
   RUN: %{check} --entries 11 --expect-fallback "a wait for an event that no command has set" -- 6
   RUN: %{check} --entries 11 --expect-fallback "a wait for an event that no command has set" -- 7
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 8
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 9
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 10
   RUN: %{check} --entries 11..12 --expect-fallback "a wait for an event that no command has set" -- 11
   RUN: env PERSISTIFY_FAULT=no-event-to-wait-for not %{check} --entries any -- 3
   RUN: %long env PERSISTIFY_FAULT=no-event-to-wait-for not %{check} --entries any -- 6
*/
#include "setup.h"

static cl_kernel add;
static const size_t global = 64;
static int failed, missing;

static void step(cl_mem a, int v, cl_uint n, const cl_event *after, cl_event *done) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, after, done) != CL_SUCCESS;
}

#define STEP(v_, n, after, done)                                                                                                           \
  do {                                                                                                                                     \
    int v = v_;                                                                                                                            \
    clSetKernelArg(add, 0, sizeof a, &a);                                                                                                  \
    clSetKernelArg(add, 1, sizeof v, &v);                                                                                                  \
    failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, after, done) != CL_SUCCESS;                                    \
  } while (0)

/* Two, of which nobody may have set the second. */
static void two(cl_mem a) {
  cl_event pair[2] = {NULL, NULL};
  step(a, 1, 0, NULL, &pair[0]);
  if (missing != 1)
    step(a, 2, 0, NULL, &pair[1]);
  for (int i = 0; i < 5; i++)
    step(a, i, 2, pair, &pair[0]);
}

/* One that a trip may forget. */
static void forgotten(cl_mem a) {
  cl_event last = NULL;
  step(a, 1, 0, NULL, &last);
  for (int i = 0; i < 5; i++) {
    if (i == 3 && missing == 2)
      last = NULL;
    step(a, i, 1, &last, NULL);
  }
}

/* Under a condition. */
static void sometimes(cl_mem a) {
  cl_event last = NULL;
  int x = 7;
  if (missing != 3)
    step(a, 1, 0, NULL, &last);
  for (int i = 0; i < 5; i++) {
    step(a, i, 0, NULL, NULL);
    if (i > 1)
      failed += clEnqueueWriteBuffer(queue, a, CL_TRUE, 4 * i, sizeof x, &x, 1, &last, NULL) != CL_SUCCESS;
  }
}

/* One of the trip. */
static void own(cl_mem a) {
  for (int i = 0; i < 5; i++) {
    cl_event first;
    if (i != 3 || missing != 4)
      step(a, i, 0, NULL, &first);
    else
      first = NULL;
    step(a, i, 1, &first, NULL);
  }
}

/* Another variable gets it. */
static void copied(cl_mem a) {
  cl_event last = NULL, before;
  if (missing != 5)
    step(a, 1, 0, NULL, &last);
  for (int i = 0; i < 5; i++) {
    before = last;
    step(a, i, 1, &before, &last);
  }
}

/* Elements that an index chooses. */
static void chain(cl_mem a, int n) {
  cl_event *done = (cl_event *)calloc(n + 1, sizeof *done);
  if (missing != 6)
    STEP(1, 0, NULL, &done[0]);
  for (int i = 0; i < n; i++)
    STEP(i, 1, &done[i], &done[i + 1]);
  free(done);
}

static void turns(cl_mem a) {
  cl_event last[2] = {NULL, NULL};
  int now = 0;
  if (missing != 7)
    STEP(1, 0, NULL, &last[1]);
  for (int i = 0; i < 5; i++) {
    STEP(i, 1, &last[1 - now], &last[now]);
    now = 1 - now;
  }
}

/* All that a trip has set, and perhaps one more. */
static void all(cl_mem a) {
  cl_event set[8] = {NULL};
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 4; k++)
      STEP(i + k, 0, NULL, &set[k]);
    STEP(i, missing == 8 ? 5 : 4, set, NULL);
  }
}

static void behind(cl_mem a) {
  cl_event done[32] = {NULL};
  const int back = missing == 9 ? 0 : 1;
  for (int i = 0; i < 5; i++)
    STEP(i, i ? 1 : 0, i ? &done[i - back] : NULL, &done[i]);
}

/* Counted, and waited for behind the loop once more. */
static void counted(cl_mem a) {
  cl_event done[12] = {NULL};
  int n = 0;
  for (int i = 0; i < 5; i++) {
    STEP(i, 0, NULL, &done[n++]);
    STEP(i, 1, &done[n - (missing == 10 && i == 2 ? 0 : 1)], &done[n]);
    n++;
  }
  if (missing != 10)
    clWaitForEvents(n, done);
}

/* A count that the call changes. */
static void more(cl_mem a) {
  cl_event set[6] = {NULL};
  cl_uint n = 1;
  for (int i = 0; i < (missing == 11 ? 3 : 6); i++)
    STEP(i, 0, NULL, &set[i]);
  for (int i = 0; i < 5; i++)
    STEP(i, n++, set, NULL);
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  add = kernel_named("add");
  missing = argc > 1 ? atoi(argv[1]) : 0;
  cl_mem a = ints(64, 1);
  two(a);
  forgotten(a);
  sometimes(a);
  own(a);
  copied(a);
  chain(a, 5);
  turns(a);
  all(a);
  behind(a);
  counted(a);
  more(a);
  show("a", a);
  printf("%d failed\n", failed);
  return 0;
}
