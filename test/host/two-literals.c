/* Kernels in two string literals of one file: each has a header of its own. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
// RUN: env PERSISTIFY_FAULT=same-files not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
#include "setup.h"

static const char *first = "__kernel void one(__global int *a, int v) { a[get_global_id(0)] += v; }";
static const char *second = "__kernel void two(__global int *a, int v) { a[get_global_id(0)] ^= 3 * v; }";

static cl_kernel made_from(const char *name, cl_program program) {
  cl_int error;
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  cl_kernel kernel = clCreateKernel(program, name, &error);
  need(error, "kernel");
  return kernel;
}

static void add(cl_mem a) {
  cl_kernel one = made_from("one", clCreateProgramWithSource(context, 1, &first, NULL, NULL));
  size_t items = 64;
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(one, 0, sizeof a, &a);
    clSetKernelArg(one, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

static void mix(cl_mem a) {
  cl_kernel two = made_from("two", clCreateProgramWithSource(context, 1, &second, NULL, NULL));
  size_t items = 64;
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(two, 0, sizeof a, &a);
    clSetKernelArg(two, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, two, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

int main(void) {
  cl_mem a;
  start("steps.cl", "");
  a = ints(64, 0);
  add(a);
  mix(a);
  show("a", a);
  return 0;
}
