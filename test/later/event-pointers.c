/* Events that commands of the loop leave behind pointers of the loop: the program has them afterwards, or the loop is
   left as it is.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 2
   RUN: %{check} --host-flag=-DGIVEN --entries 1
   RUN: %{check} --host-flag=-DLOCAL --entries 1
   RUN: %{check} --host-flag=-DMEMBER --no-persist --reason PST1013
   RUN: env PERSISTIFY_FAULT=any-event-pointer not %{check} --host-flag=-DGIVEN --entries 1
*/
#include "setup.h"

enum { TRIPS = 16 };
static cl_kernel add;
static const size_t items = 64;

static cl_int step(cl_command_queue q, cl_kernel k, int by, cl_event *done) {
  clSetKernelArg(k, 1, sizeof by, &by);
  return clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, done);
}

static int times(cl_event *e, int n) {
  int i, good = 0;
  clWaitForEvents(n, e);
  for (i = 0; i < n; i++) {
    cl_ulong from, to;
    clGetEventProfilingInfo(e[i], CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
    clGetEventProfilingInfo(e[i], CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
    good += from <= to;
    clReleaseEvent(e[i]);
  }
  return good;
}

int main(void) {
  struct { cl_event e[TRIPS]; int n; } list;
  cl_event all[TRIPS];
  int i, n = 0;
  cl_mem a;
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  list.n = 0;
#if defined(GIVEN)
  for (i = 0; i < TRIPS; i++)
    if (step(queue, add, i, &all[n++]) != CL_SUCCESS)
      break;
#elif defined(LOCAL)
  for (i = 0; i < TRIPS; i++) {
    cl_event *to = all + n;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, to);
    n = n + 1;
  }
#elif defined(MEMBER)
  for (i = 0; i < TRIPS; i++) {
    cl_event *to = &list.e[list.n++];
    step(queue, add, i, to);
  }
#else
  for (i = 0; i < TRIPS; i++)
    step(queue, add, i, all);
  n = 1;
  printf("%d\n", times(all, n));
  for (i = 0; i < TRIPS; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &all[i]);
  }
  n = TRIPS;
#endif
  printf("%d\n", list.n ? times(list.e, list.n) : times(all, n));
  show("a", a);
  return 0;
}
