/* Parameters for events, of which callers leave out one or both: nothing is stored there, and nothing is waited for. Where there are
   events to wait for, the original loop runs.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DGIVEN --expect-fallback "the events that 'after' leads to are not followed"
   RUN: env PERSISTIFY_FAULT=no-null-event not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: %long env PERSISTIFY_FAULT=no-list-left-out not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"
static void steps(cl_kernel add, cl_mem a, int n, cl_uint count, const cl_event *after, cl_event *done) {
  size_t global = 64;
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, count, after, done);
  }
}
/* The number of events is the caller's, or counted. */
static void counted(cl_kernel add, cl_mem a, int n, const cl_event *after, cl_event *done) {
  size_t global = 64;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, after ? 1 : 0, after, i == n - 1 ? done : NULL);
  }
}

int main(void) {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  steps(add, a, 5, 0, NULL, NULL);
  show("a", a);
  cl_event e = NULL;
  steps(add, a, 4, 0, NULL, &e);
  clWaitForEvents(1, &e);
  show("a", a);
  counted(add, a, 3, NULL, NULL);
  counted(add, a, 3, NULL, &e);
  clWaitForEvents(1, &e);
  show("a", a);
#ifdef GIVEN
  steps(add, a, 4, 1, &e, NULL);
  clFinish(queue);
  show("a", a);
#endif
  return 0;
}
