// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <CL/cl.h>
#include <stdio.h>
void report(const char *); // of another file
int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  static char text[4096];
  FILE *file = fopen("relax.cl", "r");
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  const char *source = text;
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, NULL);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel relax = clCreateKernel(program, "relax", NULL);

  int n = 1024;
  static int next[1024], dist[1024];
  for (int i = 0; i < n; ++i) {
    next[i] = (i + 1) % n;
    dist[i] = i ? 1 << 20 : 0;
  }
  cl_mem d_next = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof next, next, NULL);
  cl_mem d_dist = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof dist, dist, NULL);
  cl_mem d_changed = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
  clSetKernelArg(relax, 0, sizeof(cl_mem), &d_next);
  clSetKernelArg(relax, 1, sizeof(cl_mem), &d_dist);
  clSetKernelArg(relax, 2, sizeof(cl_mem), &d_changed);
  clSetKernelArg(relax, 3, sizeof(int), &n);
  size_t global = 1024;

  int changed = 1;
  while (changed) {
    changed = 0;
    clEnqueueWriteBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
  }

  changed = 1;
  while (changed) {
    report("again");
    changed = 0;
    clEnqueueWriteBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
  }

  clEnqueueReadBuffer(queue, d_dist, CL_TRUE, 0, sizeof dist, dist, 0, NULL, NULL);
  printf("%d\n", dist[n - 1]);
  return 0;
}
