// Macros that a kernel's own text defines: its copy defines them again, so that they are there what they were. Kernels with them were refused.
// REQUIRES: device
// DEFINE: %{all} = %run-check %S/own-macros.cl %s
// RUN: %{all} --entries 1 --host-flag=-DSTEP_NAME='"smooth"'
// RUN: %{all} --entries 1 --host-flag=-DSTEP_NAME='"tiles"'
// RUN: %{all} --entries 1 --host-flag=-DSTEP_NAME='"guarded"'
// RUN: env PERSISTIFY_FAULT=no-own-macros not %{all} --entries 1 --host-flag=-DSTEP_NAME='"smooth"'
// Not where the copy would define one twice, or has another one before.
// RUN: not %persistify --kernel-flags=-DTWICE %S/own-macros.cl %s -o %t.twice 2>&1 -- -DSTEP_NAME='"smooth"' | FileCheck %s --check-prefix=TWICE
// TWICE: kernel 'smooth': macro 'half_' has another value here than at the end of the source [PST2008]
// RUN: not %persistify --kernel-flags=-DBEFORE %S/own-macros.cl %s -o %t.before 2>&1 -- -DSTEP_NAME='"late"' | FileCheck %s --check-prefix=BEFORE
// BEFORE: kernel 'late': macro 'WEIGHT' has another value here than at the end of the source [PST2008]
#include <CL/cl.h>
#include <stdio.h>

enum { Most = 1 << 15 };

int main(void) {
  int n = 1000;
  size_t global = 1024, local = 64;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  static char text[Most];
  FILE *file = fopen("own-macros.cl", "r");
  size_t length = fread(text, 1, Most - 1, file);
  fclose(file);
  const char *source = text;
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, NULL);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel step = clCreateKernel(program, STEP_NAME, NULL);
  cl_kernel scale = clCreateKernel(program, "scale", NULL);
  static float data[1000];
  data[0] = 1;
  data[999] = 2;
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  for (int i = 0; i < 20; i++) {
    clSetKernelArg(step, 0, sizeof(cl_mem), &a);
    clSetKernelArg(step, 1, sizeof(cl_mem), &b);
    clSetKernelArg(step, 2, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(scale, 0, sizeof(cl_mem), &b);
    clSetKernelArg(scale, 1, sizeof(cl_mem), &a);
    clSetKernelArg(scale, 2, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, scale, 1, NULL, &global, &local, 0, NULL, NULL);
    cl_mem swap = a;
    a = b;
    b = swap;
  }
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += data[i] * (1 + i % 7);
  printf("%.9g %.9g %.9g\n", sum, data[1], data[998]);
  return 0;
}
