/* What the host performs under a condition that only it knows.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
   RUN: %{check} 3
   RUN: env PERSISTIFY_FAULT=quiet-branches not %{check} any | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

int main(void) {
  cl_event held;
  cl_uint count = 0;
  double spent = 0, worst = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  clEnqueueMarkerWithWaitList(queue, 0, NULL, &held);
  clRetainEvent(held);
  clRetainEvent(held);

  for (int i = 0; i < 2; ++i) {
    clock_t from = clock();
    step(i);
    spent = (double)(clock() - from) / CLOCKS_PER_SEC;
    if (spent >= 0)
      clReleaseEvent(held);
  }
  for (int i = 0; i < 2; ++i) {
    clock_t from = clock();
    step(i);
    spent = (double)(clock() - from) / CLOCKS_PER_SEC;
    if (spent > 1e6) {
      clReleaseEvent(held);
      spent = 0;
    }
  }
  for (int i = 0; i < 4; ++i) {
    clock_t from = clock();
    step(i);
    spent = (double)(clock() - from) / CLOCKS_PER_SEC;
    if (spent >= worst) {
      worst = spent;
      spent = 0;
    } else
      worst += 1;
  }
  clFinish(queue);
  clGetEventInfo(held, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL);
  printf("%u %d\n", count, worst < 60);
  show("a", a);
  return 0;
}
