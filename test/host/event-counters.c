// Events in arrays whose index counts with each launch: each step of the counter takes place once.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 3
// RUN: env PERSISTIFY_FAULT=event-index-twice not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 3
#include "setup.h"

static cl_kernel add;
static size_t n = 64;
static cl_event fixed[64];

static void args(cl_mem x, int v) {
  clSetKernelArg(add, 0, sizeof x, &x);
  clSetKernelArg(add, 1, sizeof v, &v);
}

/* How many of them have times; they are given back. */
static int timed(cl_event *e, int from, int to) {
  int i, good = 0;
  for (i = from; i < to; i++) {
    cl_ulong t;
    good += e[i] && clGetEventProfilingInfo(e[i], CL_PROFILING_COMMAND_END, sizeof t, &t, NULL) == CL_SUCCESS;
    if (e[i])
      clReleaseEvent(e[i]);
  }
  return good;
}

int main(int argc, char **argv) {
  int runs = atoi(argv[1]), i, j, made = 0, at = 1, next = 0;
  cl_event *heap;
  cl_mem a;
  start("steps.cl", "");
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  a = ints(64, 1);
  heap = (cl_event *)calloc(64, sizeof *heap);

  /* Two launches, one of them in an inner loop. */
  for (i = 0; i < runs; i++) {
    args(a, i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, &heap[made++]);
    for (j = 8; j > 1; j /= 2) {
      args(a, j);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, &heap[made++]);
    }
    clFinish(queue);
  }
  printf("%d made, %d with times\n", made, timed(heap, 0, made));

  /* By a pointer and a sum, in steps of two. */
  for (i = 0; i < runs; i++) {
    args(a, made);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, heap + (at += 2));
  }
  clFinish(queue);
  printf("%d", at);
  for (i = 0, j = 0; i < runs; i++)
    j += timed(heap, 3 + 2 * i, 4 + 2 * i);
  printf(", %d with times\n", j);

  /* An array of the file, counted down. */
  next = runs;
  while (next > 0) {
    args(a, next);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, &fixed[--next]);
  }
  clFinish(queue);
  printf("%d, %d with times\n", next, timed(fixed, 0, runs));

  show("a", a);
  free(heap);
  return 0;
}
