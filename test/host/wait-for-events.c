// What the queue waits for has been given to it before: clEnqueueWaitForEvents only orders.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --allow-kernel add=1
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "setup.h"

static cl_kernel k_add, k_raise;
static size_t items = 64;

// Of a launch, whose event is released then.
static void one(cl_mem a, int n) {
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (int i = 0; i < n; i++) {
    cl_event done;
    clSetKernelArg(k_add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, &done);
    clEnqueueWaitForEvents(queue, 1, &done);
    clReleaseEvent(done);
  }
  clFinish(queue);
}

// Of two commands, in a loop with a flag.
static void two(cl_mem a, cl_mem flag, int limit) {
  int again, none = 0, rounds = 0;
  clSetKernelArg(k_raise, 0, sizeof a, &a);
  clSetKernelArg(k_raise, 1, sizeof flag, &flag);
  clSetKernelArg(k_raise, 2, sizeof limit, &limit);
  do {
    cl_event both[2];
    clEnqueueWriteBuffer(queue, flag, CL_FALSE, 0, sizeof none, &none, 0, NULL, &both[0]);
    clEnqueueNDRangeKernel(queue, k_raise, 1, NULL, &items, NULL, 0, NULL, &both[1]);
    need(clEnqueueWaitForEvents(queue, 2, both), "wait");
    clReleaseEvent(both[0]);
    clReleaseEvent(both[1]);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    rounds++;
  } while (again);
  printf("%d rounds\n", rounds);
}

// In a helper.
static void after(cl_command_queue q, cl_event e) {
  clEnqueueWaitForEvents(q, 1, &e);
  clReleaseEvent(e);
}
static void helped(cl_mem a, int n) {
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (int i = n; i > 0; --i) {
    cl_event done = NULL;
    clSetKernelArg(k_add, 1, sizeof i, &i);
    if (clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, &done) != CL_SUCCESS)
      break;
    after(queue, done);
  }
  clFinish(queue);
}

// Of the trip before, in a variable that is there all the time.
static void handed(cl_mem a, int n) {
  cl_event last;
  clSetKernelArg(k_add, 0, sizeof a, &a);
  clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, &last);
  for (int i = 0; i < n; i += 3) {
    clEnqueueWaitForEvents(queue, 1, &last);
    clReleaseEvent(last);
    clSetKernelArg(k_add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, &last);
  }
  clFinish(queue);
  clReleaseEvent(last);
}

int main(void) {
  start("steps.cl", NULL);
  k_add = kernel_named("add");
  k_raise = kernel_named("raise");
  cl_mem a = ints(64, 5);
  one(a, 4);
  show("a", a);
  two(a, ints(1, 0), 70);
  show("a", a);
  helped(a, 5);
  show("a", a);
  handed(a, 9);
  show("a", a);
  return 0;
}
