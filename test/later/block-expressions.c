/* Expressions with statements in them, as `min` of many programs: on times, on what the loop counts, in each other, on one
   way only.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3
   RUN: env PERSISTIFY_FAULT=no-blocks not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3
   Clang's analysis of changes overlooks some in functions with such.
   RUN: %long env PERSISTIFY_FAULT=nested-typeof not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3
*/
#include "setup.h"
#include <time.h>

#define min(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
#define max(a, b) ({ __typeof__(a) _x = (a); __typeof__(b) _y = (b); _x > _y ? _x : _y; })

static cl_kernel add;
static cl_mem a;
static size_t global = 64;

static void launch(int v, cl_event *e) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, e);
}

static long clock_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

int main(void) {
  long least = 1L << 60, most = 0, offset = 0;
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  a = ints(64, 1);

  for (int i = 0; i < 8; i++) {
    cl_event events[4];
    cl_ulong end;
    for (int k = 0; k < 4; k++)
      launch(k, &events[k]);
    clFinish(queue);
    long t = clock_us();
    clGetEventProfilingInfo(events[3], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    if (i == 0)
      offset = t - (long)(end / 1000);
    else
      offset = min(offset, t - (long)(end / 1000));
    least = min(least, t);
    most = max(most, max(t, least));
    for (int k = 0; k < 4; k++)
      clReleaseEvent(events[k]);
  }
  show("a", a);
  printf("%d %d\n", least > 0 && most >= least, offset != 0);

  /* Of what the loop counts, printed with a time. */
  int high = 0;
  for (int i = 0; i < 6; i++) {
    int first;
    launch(i, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    high = max(high, first % 17);
    long t = clock_us();
    printf("%d: %d %d\n", i, min(high, 12), min(t, most) > 0);
  }
  show("a", a);

  /* On one way, and with a call in it. */
  long longest = 0;
  for (int i = 0; i < 6; i++) {
    long from = clock_us();
    launch(i, NULL);
    clFinish(queue);
    long took = clock_us() - from;
    if (i % 2)
      longest = max(longest, took);
  }
  printf("%d\n", longest >= 0);
  show("a", a);
  return 0;
}
