// An argument that is the flag on some trips only, and another buffer or null on the others: the
// cell stands for the flag, not for what the argument is then.
// REQUIRES: device
// RUN: %run-check %S/other-trips.cl %s --entries 2
// RUN: %persistify %S/other-trips.cl %s -o %t --explain --no-opt=joining -- %cl_inc | FileCheck %s
// RUN: %persistify %S/other-trips.cl %s -o %t --explain -- %cl_inc | FileCheck %s --check-prefix=JOINED
// JOINED: joining: flag
// JOINED: joining: nothing to do
// CHECK-COUNT-2: goes on to the next of three cells
#include <CL/cl.h>
#include <stdio.h>

enum { N = 64 };
static cl_context context;
static cl_command_queue queue;

static cl_mem make(size_t n) {
  int from[N];
  for (int i = 0; i < N; i++)
    from[i] = i * 7919 % 1013;
  return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof(int), from, NULL);
}

static void show(const char *what, cl_mem m, size_t n) {
  int all[N];
  clEnqueueReadBuffer(queue, m, CL_TRUE, 0, n * sizeof(int), all, 0, NULL, NULL);
  printf("%s:", what);
  for (size_t i = 0; i < n; i++)
    printf(" %d", all[i]);
  printf("\n");
}

int main(void) {
  static char text[4000];
  const char *t = text;
  FILE *f = fopen("other-trips.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  size_t n = N;
  int m = 3, zero = 0, got, sum = 0;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  context = clCreateContext(0, 1, &d, 0, 0, 0);
  queue = clCreateCommandQueue(context, d, 0, 0);
  cl_program program = clCreateProgramWithSource(context, 1, &t, 0, 0);
  if (clBuildProgram(program, 0, 0, 0, 0, 0))
    return 2;
  cl_kernel set = clCreateKernel(program, "set", 0), bump = clCreateKernel(program, "bump", 0), work = clCreateKernel(program, "work", 0);
  cl_mem flag = make(1), later = make(1), v = make(N);
  clSetKernelArg(work, 0, sizeof v, &v);
  clSetKernelArg(set, 0, sizeof flag, &flag);
  clSetKernelArg(set, 1, sizeof v, &v);
  clSetKernelArg(set, 2, sizeof m, &m);
  clSetKernelArg(bump, 1, sizeof v, &v);
  for (int i = 0; i < 6; i++) {
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, set, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, work, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL);
    sum = sum * 7 + got;
    clSetKernelArg(set, 0, sizeof later, &later); // the first trip only reports to flag
  }
  for (int i = 0; i < 6; i++) {
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    if (i % 2)
      clSetKernelArg(bump, 0, sizeof flag, &flag);
    else
      clSetKernelArg(bump, 0, sizeof flag, NULL);
    clEnqueueNDRangeKernel(queue, bump, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, work, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL);
    sum = sum * 7 + got;
  }
  printf("sum %d\n", sum);
  show("flag", flag, 1);
  show("later", later, 1);
  show("v", v, N);
  return 0;
}
