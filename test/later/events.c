/* Events of the loop's commands: asked for their times in it, kept for later, collected in arrays.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6 -- -p
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
   CHECK: note: events of commands in the loop stand for the one launch that replaces them [PST3013]
   Without profiling, a loop that asks for times runs as it was, and meets its own error:
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "the queue takes no times"
*/
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;
static cl_command_queue q;

static cl_event add(int v) {
  cl_event ev;
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &ev);
  return ev;
}
static double ms(cl_event ev) {
  cl_ulong begin = 0, end = 0;
  cl_int err = clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
  err |= clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  if (err != CL_SUCCESS)
    return -1;
  return (end - begin) * 1e-6;
}

/* Times in the loop itself. */
static void direct(void) {
  cl_ulong total = 0, from, to;
  int trips = 0;
  for (int i = 0; i < 10; i++) {
    cl_event ev;
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &ev);
    clWaitForEvents(1, &ev);
    clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_START, sizeof(cl_ulong), &from, NULL);
    clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &to, NULL);
    total += to - from;
    trips++;
    clReleaseEvent(ev);
  }
  printf("direct: %d trips, %s\n", trips, total > 0 && total < 60000000000ul ? "plausible" : "odd");
}

/* The last event is looked at behind the loop. */
static void last(void) {
  cl_event ev = NULL;
  for (int i = 0; i < 5; i++) {
    if (ev)
      clReleaseEvent(ev);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &ev);
  }
  clWaitForEvents(1, &ev);
  printf("last: %s\n", ms(ev) >= 0 ? "plausible" : "odd");
  clReleaseEvent(ev);
}

/* All events are collected. */
static void collected(int n) {
  cl_event *evs = (cl_event *)malloc(n * sizeof *evs), fixed[16];
  double sum = 0;
  int bad = 0;
  cl_uint refs = 0;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &evs[i]);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, fixed + i);
  }
  clWaitForEvents(n, evs);
  clWaitForEvents(1, &fixed[n - 1]);
  for (int i = 0; i < n; i++) {
    double t = ms(evs[i]), u = ms(fixed[i]);
    bad += t < 0 || u < 0;
    sum += t + u;
    clGetEventInfo(evs[i], CL_EVENT_REFERENCE_COUNT, sizeof refs, &refs, NULL);
    bad += refs < 1;
    bad += clReleaseEvent(evs[i]) != CL_SUCCESS || clReleaseEvent(fixed[i]) != CL_SUCCESS;
  }
  printf("collected: %d, %d bad, %s\n", n, bad, sum > 0 ? "plausible" : "odd");
  free(evs);
}

/* Through helpers. */
static void helpers(void) {
  double total = 0;
  for (int i = 0; i < 6; i++) {
    cl_event ev = add(i);
    clFinish(q);
    total += ms(ev);
    clReleaseEvent(ev);
  }
  printf("helpers: %s\n", total > 0 && total < 60e3 ? "plausible" : "odd");
}

/* A wait list of the loop's own events, and one that is kept. */
static void chain(void) {
  cl_event a, b = NULL;
  for (int i = 0; i < 4; i++) {
    if (i > 0)
      clReleaseEvent(b);
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &a);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 1, &a, &b);
    clReleaseEvent(a);
  }
  cl_int status = -1;
  clFinish(q);
  clGetEventInfo(b, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  clReleaseEvent(b);
  printf("chain: %d\n", status);
}

int main(int argc, char **argv) {
  cl_int err;
  (void)argv;
  start("steps.cl", "");
  q = clCreateCommandQueue(context, device, argc > 1 ? CL_QUEUE_PROFILING_ENABLE : 0, &err);
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 3);
  if (argc > 1) {
    direct();
    last();
    collected(7);
    collected(3);
    helpers();
    chain();
  } else {
    cl_event ev = NULL;
    double t = 0;
    for (int i = 0; i < 3; i++) {
      clSetKernelArg(add_k, 0, sizeof data, &data);
      clSetKernelArg(add_k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &ev);
      clFinish(q);
      t += ms(ev);
      clReleaseEvent(ev);
    }
    printf("without: %g\n", t);
  }
  show("data", data);
  return 0;
}
