/* H8: one in-order queue; events of others are not dropped.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs
   RUN: %{check} --entries 2 -- same
   RUN: %{check} --expect-fallback "more than one queue" -- two
   RUN: %{check} --expect-fallback "out of order" -- unordered
   RUN: %persistify %S/h2-arguments.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs 2>&1 | FileCheck %s
*/
#include "setup.h"

static cl_kernel blend;
static size_t global = 64;
static cl_command_queue first, second;

static void alternating(int n) { /* which queue is which is known at run time only */
  for (int i = 0; i < n; i++) {
    clSetKernelArg(blend, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
    clFinish(first);
    clEnqueueNDRangeKernel(second, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
    clFinish(second);
  }
}

static void chained(int n) { /* events that only order this queue, also in an array */
  cl_event done[2], last;
  int at = 0;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(blend, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 0, NULL, &done[at++ & 1]);
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 1, &done[(at - 1) & 1], &last);
    clWaitForEvents(1, &last);
    clReleaseEvent(last);
    clReleaseEvent(done[(at - 1) & 1]);
  }
  printf("%d\n", at);
}

void outside(cl_event start, int n) {
  for (int i = 0; i < n; i++)
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 1, &start, NULL);
}
// CHECK: the loop may wait for an event in 'start' that is not of its queue: {{.*}} [PST1065]

cl_event kept(int n) {
  cl_event last = NULL;
  for (int i = 0; i < n; i++)
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 0, NULL, &last);
  return last;
}
// Kept, and asked for its times: the host has the event behind the loop.

void timed(int n) {
  cl_ulong t = 0, all = 0;
  for (int i = 0; i < n; i++) {
    cl_event e;
    clEnqueueNDRangeKernel(first, blend, 1, NULL, &global, NULL, 0, NULL, &e);
    clWaitForEvents(1, &e);
    clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof t, &t, NULL);
    all += t;
  }
}
// CHECK: 4 loops transformed, 1 refused

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "same";
  cl_int err;
  start("h2-arguments.cl", "");
  blend = clCreateKernel(program, "blend", &err);
  cl_mem a = ints(64, 1), b = ints(64, 7);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  first = second = queue;
  if (!strcmp(how, "two"))
    second = clCreateCommandQueue(context, device, 0, &err);
  if (!strcmp(how, "unordered"))
    first = second = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &err);
  alternating(4);
  chained(3);
  clFinish(first);
  show("a", a);
  show("b", b);
  return 0;
}
