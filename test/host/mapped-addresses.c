/* Addresses of mapped parts are compared: of two mappings that overlap, and of memory that the buffer was made of. */
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --no-persist --reason PST1003
// RUN: %{check} --no-persist --reason PST1003 --host-flag=-DMADE_OF
// RUN: env PERSISTIFY_FAULT=mappings-apart not %{check} --entries 1
// RUN: %long env PERSISTIFY_FAULT=mappings-apart not %{check} --entries 1 --host-flag=-DMADE_OF
// RUN: %{check} --entries 1 --host-flag=-DONE
#include "setup.h"

static int memory[64];

int main(void) {
  cl_kernel add;
  cl_mem a, b;
  cl_int err;
  size_t items = 64;
  int t, by;
  start("steps.cl", "");
  add = kernel_named("add");
  a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof memory, memory, &err);
  b = ints(64, 1);
  for (t = 0; t < 5; t++) {
    int *p = (int *)clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 32, 0, NULL, NULL, &err);
#ifdef MADE_OF
    by = p[2] + (p == memory);
#elif defined(ONE)
    int *q = p + 4;
    by = p[4] + (int)(q - p) + (q == &p[4]) + (p != NULL);
#else
    int *q = (int *)clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 16, 32, 0, NULL, NULL, &err);
    by = p[4] + q[1] + (q == p + 4);
    clEnqueueUnmapMemObject(queue, a, q, 0, NULL, NULL);
#endif
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    clSetKernelArg(add, 0, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("a", a);
  show("b", b);
  return 0;
}
