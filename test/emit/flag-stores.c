// A constant that many work-items store to one place: who sees it there stores nothing. Not where
// it may be another place for each, where the pointer changes, where it is volatile, or where the
// groups order their accesses by atomics or fences; and not in a macro's text.
// REQUIRES: device
// RUN: %run-check %S/flag-stores.cl %s --entries 1
// RUN: %persistify %S/flag-stores.cl %s -o %t.out -- %cl_inc && FileCheck %s --input-file %t.out/flag-stores.persist.cl
//
// CHECK-LABEL: void plain_phase(
// CHECK: if (a[i] > 3) P_STORE_NEW(*flag , 1); else P_STORE_NEW(flag[1] , 1 << 1);
// CHECK-LABEL: void others_phase(
// CHECK: flag[i % 4 + 4] = 1;
// CHECK: *moving = 1;
// CHECK: SET(flag + 12);
// CHECK-LABEL: void ordered_phase(
// CHECK: flag[13] = 1;
// CHECK-LABEL: void watched_phase(
// CHECK: flag[15] = 1;
#include <CL/cl.h>
#include <stdio.h>

enum { N = 200, FLAGS = 16, STEPS = 9 };

int main(void) {
  static char text[4000];
  const char *t = text;
  FILE *f = fopen("flag-stores.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  int a[N], flag[FLAGS] = {0}, sum[FLAGS] = {0}, want[FLAGS] = {0}, zero[FLAGS] = {0}, n = N, i, s, bad = 0;
  size_t all = N, few = 64;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  for (i = 0; i < N; i++)
    a[i] = 0;
  a[7] = 5;
  cl_kernel plain = clCreateKernel(pr, "plain", 0), others = clCreateKernel(pr, "others", 0), ordered = clCreateKernel(pr, "ordered", 0),
            watched = clCreateKernel(pr, "watched", 0);
  cl_mem x = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof a, a, 0), y = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof flag, flag, 0);
  clSetKernelArg(plain, 0, sizeof x, &x);
  clSetKernelArg(plain, 1, sizeof y, &y);
  clSetKernelArg(plain, 2, sizeof n, &n);
  clSetKernelArg(others, 0, sizeof y, &y);
  clSetKernelArg(others, 1, sizeof y, &y);
  clSetKernelArg(ordered, 0, sizeof y, &y);
  clSetKernelArg(watched, 0, sizeof y, &y);
  for (s = 0; s < STEPS; s++) {
    clEnqueueWriteBuffer(q, y, CL_TRUE, 0, sizeof zero, zero, 0, 0, 0);
    clEnqueueNDRangeKernel(q, plain, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, others, 1, 0, &few, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, ordered, 1, 0, &few, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, watched, 1, 0, &few, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, y, CL_TRUE, 0, sizeof flag, flag, 0, 0, 0);
    for (i = 0; i < FLAGS; i++)
      sum[i] += flag[i];
  }
  for (s = 0; s < STEPS; s++) {
    int one = 0, two = 0;
    for (i = 0; i < N; i++) {
      if (a[i] > 3) one = 1; else two = 2;
      a[i] = (a[i] * 7 + i) % 11;
    }
    want[0] += one;
    want[1] += two;
    for (i = 4; i < 14; i++)
      want[i] += 1;
    want[14] += 64;
    want[15] += 1;
  }
  for (i = 0; i < FLAGS; i++)
    bad += sum[i] != want[i];
  printf("%d bad\n", bad);
  return bad != 0;
}
