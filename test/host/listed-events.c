/* Lists of events that each trip makes of one from in front of the loop, or of the trip before. Such a wait is left out if it is for the
   region's own queue, or for something that has come about; else the original loop runs.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --allow-kernel add
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN=1 --expect-fallback "the event 'up' is another queue's, or not of OpenCL"
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN=2 --expect-fallback "the event 'up' is another queue's, or not of OpenCL"
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN=3 --expect-fallback "the event 'up' is another queue's, or not of OpenCL"
   RUN: env PERSISTIFY_FAULT=any-outside-event not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN=2 --expect-fallback "another queue's"
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN=4 --entries 1
*/
#include "setup.h"

static cl_kernel add;
static size_t global = 64;

static cl_event run(size_t n, const cl_event *after) {
  cl_event done = NULL;
  cl_uint count = 0;
  if (after != NULL)
    while (after[count] != NULL)
      count++;
  need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, count, after, after ? &done : NULL), "run");
  return done;
}

static void arguments(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
}

static cl_event labels(cl_mem a, const cl_event *after) {
  arguments(a, 3);
  cl_event last = run(64, after);
  for (int i = 0; i < 5; i++) {
    cl_event list[] = {last, NULL};
    arguments(a, i);
    last = run(64, after == NULL ? NULL : list);
  }
  return last;
}

static cl_event both(cl_mem a, cl_event first, cl_event second) {
  for (int i = 0; i < 4; i++) {
    cl_event list[3], next = NULL;
    list[0] = first;
    list[1] = second;
    list[2] = NULL;
    arguments(a, i);
    if (clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 2, list, &next) != CL_SUCCESS)
      break;
    second = first;
    first = next;
  }
  return first;
}

#ifdef FOREIGN
int main(void) {
  static int data[64];
  cl_event up = NULL;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
  clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof data, data, 0, NULL, &up);
#if FOREIGN == 4
  clFinish(other);
#endif
  for (int i = 0; i < 5; i++) {
#if FOREIGN == 1
    cl_event list[] = {up, NULL};
#else
    cl_event list[2];
    list[0] = up;
#endif
    arguments(a, i);
#if FOREIGN == 3
    cl_event one = up;
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, &one, NULL);
#else
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, list, NULL);
#endif
  }
  show("a", a);
  return 0;
}
#else
int main(void) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  labels(a, NULL);
  show("a", a);
  cl_event first[3] = {NULL, NULL, NULL}, last;
  arguments(a, 1);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, &first[0]);
  last = labels(b, first);
  clWaitForEvents(1, &last);
  show("b", b);
  first[1] = last;
  last = labels(a, first);
  show("a", a);
  last = both(b, last, first[0]);
  clWaitForEvents(1, &last);
  show("b", b);

  /* One that is there all the time, and another one that no trip sets. */
  cl_event list[3] = {NULL, NULL, NULL};
  list[0] = run(64, first);
  for (int i = 0; i < 3; i++) {
    arguments(b, 2 * i);
    list[0] = run(64, list);
  }
  show("b", b);
  return 0;
}
#endif
