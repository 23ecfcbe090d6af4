/* Commands wait for events that are members of structs: by the member's name it is known whose queue's commands set them. The number of the
   run says in which loop an event is missing: an error of the call, and the original loop of this part goes on.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add
   RUN: %{check} --entries 4 -- 0
   RUN: %{check} --entries 3..4 --expect-fallback "a wait for an event that no command has set" -- 1
   RUN: %{check} --entries 3..4 --expect-fallback "a wait for an event that no command has set" -- 2
   RUN: %{check} --entries 3..4 --expect-fallback "a wait for an event that no command has set" -- 3
   A value that a literal gives the member may be another queue's: what it is when the loop is reached is asked.
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs && grep -q '^ *if.*persistify_is_own_event' %t/member-events.c
   RUN: rm -rf %t && env PERSISTIFY_FAULT=literals-of-variables %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs && not grep -q '^ *if.*persistify_is_own_event' %t/member-events.c
*/
#include "setup.h"

enum { N = 15, ROOM = 20 };
static cl_kernel add;
static cl_mem data;
static const size_t global = 64;
static int failed, missing;

static void run(int v, const cl_event *after, cl_event *done) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, after != NULL, after, done) != CL_SUCCESS;
}

struct history {
  int used;
  cl_event done[ROOM];
};
static struct history kept;

/* Each waits for its own. */
static void sometimes(void) {
  struct history h;
  memset(&h, 0, sizeof h);
  for (int i = 0; i < N; i++) {
    if (missing != 1 || i != 4)
      run(i, NULL, &h.done[i]);
    run(1, &h.done[i], NULL);
  }
}

/* For the one in front, by a pointer of the trip's own. */
static void chain(void) {
  struct history h;
  memset(&h, 0, sizeof h);
  for (int i = 0; i < N; i++) {
    cl_event *before = i ? &h.done[i - 1 + (missing == 2 && i == 6)] : NULL;
    run(i, before, &h.done[i]);
    h.used++;
  }
  for (int i = 0; i < h.used; i++)
    failed += h.done[i] && clReleaseEvent(h.done[i]) != CL_SUCCESS;
}

static void behind_pointer(void) {
  struct history *h = &kept;
  for (int i = 0; i < N; i++) {
    run(i, h->used ? &h->done[h->used - 1 + (missing == 3 && i == 6)] : NULL, &h->done[h->used]);
    h->used++;
  }
}

/* One of another queue, perhaps, in a member of another struct. */
struct last {
  cl_event event;
  int value;
};
static void by_literal(cl_command_queue other) {
  struct last l = {NULL, 0};
  cl_event written;
  int one = 1;
  run(1, NULL, &l.event);
  clFinish(queue);
  clEnqueueWriteBuffer(other, data, CL_TRUE, 0, sizeof one, &one, 0, NULL, &written);
  if (!missing)
    l = (struct last){written, one};
  for (int i = 0; i < N; i++)
    run(i + l.value, &l.event, NULL);
}

int main(int argc, char **argv) {
  cl_int err;
  missing = argc > 1 ? atoi(argv[1]) : 0;
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(64, 3);
  sometimes();
  chain();
  behind_pointer();
  by_literal(clCreateCommandQueue(context, device, 0, &err));
  clFinish(queue);
  show("data", data);
  printf("%d failed\n", failed);
  return 0;
}
