// Calls that have little to do: buffers with an empty list of properties, numbers that are written as text.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 --verify seen
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DSCRATCH --entries 1 --verify seen --no-arguments
#ifdef SCRATCH
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include "setup.h"

static cl_kernel k_add, k_map;
static size_t items = 64;

#ifdef SCRATCH
static void scratch(cl_mem a, int n) {
  int i, seen = 0, err;
  for (i = 0; i < n; i++) {
    const cl_mem_properties none[] = {0};
    cl_mem t = clCreateBufferWithProperties(context, none, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, &err);
    clSetKernelArg(k_map, 0, sizeof a, &a);
    clSetKernelArg(k_map, 1, sizeof t, &t);
    clSetKernelArg(k_map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k_map, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueCopyBuffer(queue, t, a, 0, 0, 32 * sizeof(int), 0, NULL, NULL);
    clEnqueueReadBuffer(queue, t, CL_TRUE, 0, sizeof seen, &seen, 0, NULL, NULL);
    clReleaseMemObject(t);
  }
  printf("%d\n", seen);
}
#else
#define VERSION "17"
static void written(cl_mem a, int n) {
  int i, seen = 0;
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (i = atoi("-1"); i < n; i += atoi("2")) {
    int v = atoi(VERSION) + (int)strtol("0x1f", NULL, 0) - (int)atol(" 7 of 9") + (int)strtoll("101", NULL, 2);
    clSetKernelArg(k_add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL);
    seen += v;
  }
  printf("%d\n", seen);
}
#endif

int main(void) {
  start("steps.cl", NULL);
  k_add = kernel_named("add");
  k_map = kernel_named("map");
  cl_mem a = ints(64, 5);
#ifdef SCRATCH
  scratch(a, 3);
#else
  written(a, 6);
#endif
  show("a", a);
  return 0;
}
