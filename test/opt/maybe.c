// A kernel argument of which nothing is known but that it is used like the flag may be the flag, or another
// buffer: what it is shows when it is used. One that is used like an array is taken for another buffer; where
// it is not, the original loop runs.
// REQUIRES: device
// RUN: %run-check %S/maybe.cl %s --entries 1 -- flag
// RUN: %run-check %S/maybe.cl %s --entries 1 -- mixed
// RUN: %run-check %S/maybe.cl %s --entries 1 -- other
// RUN: %run-check %S/maybe.cl %s --expect-fallback overlap -- array
// RUN: %persistify %S/maybe.cl %s -o %t --explain -- %cl_inc | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file %t/maybe.persist.cl
// CHECK: rotation: flag{{$}}
// CHECK: drop.left is flag, or distinct
// CODE: p_turned(p_ptr(a_drop_left), p_ptr(h_flag), c_flag)
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 350, TRIPS = 60 };

// Which buffer a kernel gets is known when the program runs.
static cl_mem buffers[4];
static void give(cl_kernel k, unsigned index, int which) { clSetKernelArg(k, index, sizeof(cl_mem), &buffers[which]); }

int main(int argc, char **argv) {
  static char text[4000];
  static int data[N], history[TRIPS];
  const char *t = text, *how = argc > 1 ? argv[1] : "flag";
  FILE *f = fopen("maybe.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  for (int i = 0; i < N; i++)
    data[i] = i * 7 % 83;
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  cl_mem flag = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof history, history, 0);
  buffers[0] = flag;
  buffers[1] = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
  buffers[2] = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof history, history, 0);
  buffers[3] = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, 4, data, 0);
  cl_kernel drop = clCreateKernel(pr, "drop", 0), log_it = clCreateKernel(pr, "log_it", 0);
  size_t n = 384;
  int count = N, left = 1, trip = 0, sum = 0;
  give(drop, 0, argc >= 0);
  give(drop, 1, strcmp(how, "other") ? 0 : 3);
  give(log_it, 0, strcmp(how, "array") ? 2 : 0);
  give(log_it, 1, strcmp(how, "mixed") ? 0 : 3);
  clSetKernelArg(drop, 2, sizeof count, &count);
  while (left && trip < TRIPS - 1) {
    left = 0;
    clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, sizeof left, &left, 0, 0, 0);
    clEnqueueNDRangeKernel(q, drop, 1, 0, &n, 0, 0, 0, 0);
    trip++;
    clSetKernelArg(log_it, 2, sizeof trip, &trip);
    clEnqueueNDRangeKernel(q, log_it, 1, 0, &n, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, flag, CL_TRUE, 0, sizeof left, &left, 0, 0, 0);
    sum = sum * 3 + left;
  }
  unsigned long digest = (unsigned long)sum + (unsigned long)trip;
  for (int b = 0; b < 4; b++) {
    size_t bytes = b == 1 ? sizeof data : b == 3 ? 4 : sizeof history;
    clEnqueueReadBuffer(q, buffers[b], CL_TRUE, 0, bytes, data, 0, 0, 0);
    for (size_t i = 0; i < bytes / 4; i++)
      digest = digest * 33 + (unsigned)data[i];
  }
  printf("%lx %d\n", digest, trip);
  return 0;
}
