/* Functions that launch and return the event, which is then asked for its time: handles by address, several commands,
   none, an event by a pointer.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: env PERSISTIFY_FAULT=performed-launch not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
*/
#include "setup.h"
typedef struct { cl_command_queue q; cl_kernel map, back; cl_mem tmp; } solver;

static double spent(cl_event e) {
  cl_ulong start = 0, end = 0;
  need(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL), "start");
  need(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
  return (end - start) / 1e6;
}

static cl_event run(solver *s, cl_kernel k, cl_mem *in, cl_mem *out, int v) {
  cl_event e;
  size_t global = 64;
  need(clSetKernelArg(k, 0, sizeof(cl_mem), in), "in");
  need(clSetKernelArg(k, 1, sizeof(cl_mem), out), "out");
  need(clSetKernelArg(k, 2, sizeof v, &v), "v");
  need(clEnqueueNDRangeKernel(s->q, k, 1, NULL, &global, NULL, 0, NULL, &e), "launch");
  return e;
}

/* its own time is printed as well */
static cl_event twice(solver *s, cl_mem *a, cl_mem *b, int v) {
  cl_event first = run(s, s->map, a, &s->tmp, v);
  clWaitForEvents(1, &first);
  printf("%d: first %d\n", v, spent(first) >= 0);
  clReleaseEvent(first);
  return run(s, s->back, &s->tmp, b, v);
}

/* no command each third time: no event */
static cl_event perhaps(solver *s, cl_mem *a, cl_mem *b, int v) {
  cl_event e = NULL;
  if (v % 3)
    e = run(s, s->map, a, b, v);
  return e;
}

/* the event by a pointer; the time is what is returned */
static double timed(solver *s, cl_mem *a, cl_mem *b, int v, cl_event *to) {
  *to = run(s, s->back, a, b, v);
  clWaitForEvents(1, to);
  return spent(*to);
}

int main(void) {
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  solver s = {queue, kernel_named("map"), kernel_named("map_back"), ints(64, 4)};
  cl_mem a = ints(64, 1), b = ints(64, 2);
  double total = 0, t = 0;

  for (int i = 0; i < 7; i++) {
    cl_event e = run(&s, s.map, &a, &b, i);
    clWaitForEvents(1, &e);
    t = spent(e);
    total += t;
    clReleaseEvent(e);
    cl_mem was = a;
    a = b;
    b = was;
  }
  show("a", a);
  printf("%d\n", total >= 0);

  for (int i = 0; i < 5; i++) {
    cl_event e;
    e = twice(&s, &a, &b, i);
    clWaitForEvents(1, &e);
    total += spent(e);
    clReleaseEvent(e);
    e = twice(&s, &b, &a, i);
    clWaitForEvents(1, &e);
    total += spent(e);
    clReleaseEvent(e);
  }
  show("a", a);

  /* From a list, and its elements. */
  for (int i = 0; i < 4; i++) {
    cl_event two[2];
    two[0] = run(&s, s.map, &a, &b, i);
    two[1] = run(&s, i % 2 ? s.map : s.back, &b, &a, i);
    clWaitForEvents(2, two);
    for (int n = 0; n < 2; n++) {
      total += spent(two[n]);
      clReleaseEvent(two[n]);
    }
  }
  show("a", a);

  int times = 0;
  for (int i = 0; i < 9; i++) {
    cl_event e = perhaps(&s, &a, &b, i);
    if (e) {
      clWaitForEvents(1, &e);
      total += spent(e);
      clReleaseEvent(e);
      times++;
    }
    e = run(&s, s.back, &b, &a, i);
    clWaitForEvents(1, &e);
    clReleaseEvent(e);
  }
  show("b", b);
  printf("%d times\n", times);

  for (int i = 0; i < 4; i++) {
    cl_event e;
    total += timed(&s, &b, &a, i, &e);
    clReleaseEvent(e);
  }
  show("a", a);
  printf("%d\n", total >= 0);
  return 0;
}
