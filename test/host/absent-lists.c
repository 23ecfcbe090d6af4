/* Lists of events that callers leave out. To wait for some of none is an error of the call, which launches nothing, and of a wait, whose
   status the program may look at: such loops go on as they are.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add
   RUN: %{check} --entries 1 --expect-fallback "a wait for an event that no command has set"
   RUN: env PERSISTIFY_FAULT=any-count not %{check} --entries any
*/
#include "setup.h"

static cl_kernel add;
static int failed;

static void step(cl_mem a, int v, cl_uint n, const cl_event *list) {
  const size_t global = 64;
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, list, NULL) != CL_SUCCESS;
}

static void one(cl_mem a, int n, cl_event *list) {
  for (int i = 0; i < n; i++)
    step(a, i, 1, list);
}

static void some(cl_mem a, int n, cl_event *list) {
  for (int i = 0; i < n; i++)
    step(a, i, n / 5, list);
}

static void if_given(cl_mem a, int n, cl_event *list) {
  for (int i = 0; i < n; i++)
    step(a, i, list ? 1 : 0, list);
}

static void waits(cl_mem a, int n, cl_event *list) {
  for (int i = 0; i < n; i++) {
    failed += clWaitForEvents(1, list) != CL_SUCCESS;
    step(a, i, 0, NULL);
  }
}

static void never_there(cl_mem a, int n) {
  for (int i = 0; i < n; i++) {
    failed += clWaitForEvents(1, NULL) != CL_SUCCESS;
    step(a, i, 1, NULL);
    step(a, i, 0, NULL);
  }
}

int main(void) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 7);
  one(a, 5, NULL);
  some(a, 6, NULL);
  if_given(a, 5, NULL);
  waits(a, 5, NULL);
  never_there(a, 5);
  show("a", a);
  printf("%d failed\n", failed);
  return 0;
}
