// What was written before an inner loop takes a barrier in front of that loop, not in each of its trips;
// also where the loop makes no trip, is left early, or stands under a condition.
// REQUIRES: device
// RUN: %run-check %S/loop-entry.cl %s --entries 1
// RUN: %persistify %S/loop-entry.cl %s -o %t --explain -- %cl_inc | FileCheck %s
// RUN: %persistify %S/loop-entry.cl %s -o %t --explain --no-opt=loop-entry -- %cl_inc | FileCheck %s --check-prefix=OFF
// CHECK:      clEnqueueNDRangeKernel spread
// CHECK-NEXT: barrier: for the first trip of the loop at line
// CHECK-NEXT: clEnqueueNDRangeKernel smooth, item-stride, no barrier
// CHECK:      loop-entry: line
// OFF-NOT:    for the first trip
// OFF:        loop-entry: switched off
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 400 };

int main(void) {
  static char text[4000];
  static int data[N];
  const char *t = text;
  FILE *f = fopen("loop-entry.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  for (int i = 0; i < N; i++)
    data[i] = i * 31 % 211;
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  cl_mem field = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
  cl_mem a = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
  cl_kernel spread = clCreateKernel(pr, "spread", 0), smooth = clCreateKernel(pr, "smooth", 0);
  size_t n = N;
  int count = N, round, trip;
  clSetKernelArg(spread, 0, sizeof field, &field);
  clSetKernelArg(spread, 1, sizeof a, &a);
  clSetKernelArg(spread, 2, sizeof count, &count);
  clSetKernelArg(smooth, 0, sizeof field, &field);
  clSetKernelArg(smooth, 1, sizeof a, &a);
  clSetKernelArg(smooth, 2, sizeof count, &count);
  for (round = 0; round < 9; round++) {
    clEnqueueNDRangeKernel(q, spread, 1, 0, &n, 0, 0, 0, 0);
    for (trip = 0; trip < round % 4 * 5; trip++) {
      clEnqueueNDRangeKernel(q, smooth, 1, 0, &n, 0, 0, 0, 0);
      if (round == 6 && trip == 7)
        break;
    }
  }
  clEnqueueReadBuffer(q, a, CL_TRUE, 0, sizeof data, data, 0, 0, 0);
  unsigned long digest = 5381;
  for (int i = 0; i < N; i++)
    digest = digest * 33 + (unsigned)data[i];
  printf("%lx\n", digest);
  return 0;
}
