// Flags in cells of their own for each trip: usual ones, one that is set to something else than 0, a
// counter, a part of a larger buffer, one that is used before it is set, one that is set twice in a
// trip, loops that are left right behind the setting, and loops without a trip. What is left in the
// buffers is as in the original, also for kernels behind the loop.
// REQUIRES: device
// RUN: %run-check %S/rotation.cl %s --entries 9 --allow-kernel add
// RUN: %persistify %S/rotation.cl %s -o %t --explain --no-opt=joining -- %cl_inc | FileCheck %s
// RUN: %persistify %S/rotation.cl %s -o %t --explain --no-opt=rotation -- %cl_inc | FileCheck %s --check-prefix=OFF
// OFF-NOT: three cells
// OFF:     rotation: switched off
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };
static cl_context c;
static cl_command_queue q;
static cl_program pr;
static unsigned long digest = 5381;

static void note(long x) { digest = digest * 33 + (unsigned long)x; }
static cl_mem make(size_t bytes, const void *data) {
  return clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, (void *)data, 0);
}
static void noteBuffer(cl_mem m, size_t bytes) {
  unsigned char *b = malloc(bytes);
  clEnqueueReadBuffer(q, m, CL_TRUE, 0, bytes, b, 0, 0, 0);
  for (size_t i = 0; i < bytes; i++)
    note(b[i]);
  free(b);
}
static cl_kernel kernel(const char *name) { return clCreateKernel(pr, name, 0); }

// The usual flag; the vectors change places.
static void usual(const int *start) {
  cl_mem a = make(N * sizeof(int), start), b = make(N * sizeof(int), start), t, flag = make(4, start);
  cl_kernel k = kernel("lower");
  int busy, n = N, trips = 0;
  size_t all = N;
  clSetKernelArg(k, 2, sizeof flag, &flag);
  clSetKernelArg(k, 3, sizeof n, &n);
  // CHECK: rotation.c:[[@LINE+4]]:
  // CHECK: clEnqueueWriteBuffer, goes on to the next of three cells
  // CHECK-NOT: barrier
  // CHECK: clEnqueueNDRangeKernel lower, item-stride, no barrier
  do {
    busy = 0;
    clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, sizeof busy, &busy, 0, 0, 0);
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, flag, CL_TRUE, 0, sizeof busy, &busy, 0, 0, 0);
    t = a, a = b, b = t;
    trips++;
  } while (busy && trips < 40);
  note(trips);
  noteBuffer(a, N * sizeof(int));
  noteBuffer(flag, 4);
}

// One byte of eight, which is set to 1; read by the test only.
static void inverse(const int *start, int trips) {
  static const unsigned char eight[8] = {9, 8, 7, 6, 5, 4, 3, 2};
  cl_mem v = make(N * sizeof(int), start), flag = make(8, eight);
  cl_kernel k = kernel("settle");
  unsigned char done = 0;
  size_t all = N;
  int floor_ = 3;
  clSetKernelArg(k, 0, sizeof v, &v);
  clSetKernelArg(k, 1, sizeof flag, &flag);
  clSetKernelArg(k, 2, sizeof floor_, &floor_);
  // CHECK: rotation.c:[[@LINE+2]]:
  // CHECK: goes on to the next of three cells
  for (int i = 0; i < trips && !done; i++) {
    done = 1;
    if (clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, 1, &done, 0, 0, 0)) exit(3);
    if (clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0)) exit(3);
    if (clEnqueueReadBuffer(q, flag, CL_TRUE, 0, 1, &done, 0, 0, 0)) exit(3);
    note(0);
  }
  note(done);
  noteBuffer(v, N * sizeof(int));
  noteBuffer(flag, 8);
}

// A counter that the kernel behind the loop uses; used before it is first set.
static void counter(const int *start) {
  int seven = 7, zero = 0, ones = 0, bit;
  cl_mem v = make(N * sizeof(int), start), n = make(4, &seven);
  cl_kernel k = kernel("count"), after = kernel("add");
  size_t all = N;
  long sum = 0;
  clSetKernelArg(k, 0, sizeof v, &v);
  clSetKernelArg(k, 1, sizeof n, &n);
  clSetKernelArg(after, 0, sizeof v, &v);
  clSetKernelArg(after, 1, sizeof n, &n);
  // CHECK: rotation.c:[[@LINE+3]]:
  // CHECK: goes on to the next of three cells
  // CHECK: rotation: n{{$}}
  for (bit = 0; bit < 7; bit++) {
    clSetKernelArg(k, 2, sizeof bit, &bit);
    clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, n, CL_TRUE, 0, sizeof ones, &ones, 0, 0, 0);
    sum = sum * 7 + ones;
    if (bit == 6)
      break;
    clEnqueueFillBuffer(q, n, &zero, sizeof zero, 0, sizeof zero, 0, 0, 0);
  }
  note(sum);
  clEnqueueNDRangeKernel(q, after, 1, 0, &all, 0, 0, 0, 0);
  noteBuffer(v, N * sizeof(int));
}

// Set twice in a trip, left right behind it, with the loop around it.
static void twice(const int *start, int last) {
  int zero = 0, seen = 0, other = 0, bit, round;
  cl_mem v = make(N * sizeof(int), start), n = make(4, &last);
  cl_kernel k = kernel("count");
  size_t all = N;
  long sum = 0;
  clSetKernelArg(k, 0, sizeof v, &v);
  clSetKernelArg(k, 1, sizeof n, &n);
  // CHECK: rotation.c:[[@LINE+4]]:
  // CHECK: goes on to the next of three cells
  // CHECK: goes on to the next of three cells
  // CHECK: rotation: n{{$}}
  for (round = 0; round < 4; round++) {
    for (bit = 0; bit < 5; bit++) {
      clEnqueueWriteBuffer(q, n, CL_TRUE, 0, sizeof zero, &zero, 0, 0, 0);
      if (round * 8 + bit == last)
        break;
      if (bit == 3)
        continue;
      clSetKernelArg(k, 2, sizeof bit, &bit);
      clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0);
      clEnqueueReadBuffer(q, n, CL_TRUE, 0, sizeof seen, &seen, 0, 0, 0);
      clEnqueueWriteBuffer(q, n, CL_TRUE, 0, sizeof zero, &zero, 0, 0, 0);
      clSetKernelArg(k, 2, sizeof round, &round);
      clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0);
      clEnqueueReadBuffer(q, n, CL_TRUE, 0, sizeof other, &other, 0, 0, 0);
      sum = sum * 31 + seen * 3 + other;
    }
    if (round * 8 + bit == last)
      break;
  }
  note(sum);
  noteBuffer(n, 4);
}

// Two flags in one filling.
static void both(const int *start) {
  int one = 1, bit = 0, zero = 0, x = 1, y = 1;
  cl_mem v = make(N * sizeof(int), start), seen = make(8, start);
  cl_kernel k = kernel("pair");
  size_t all = N;
  (void)one;
  clSetKernelArg(k, 0, sizeof v, &v);
  clSetKernelArg(k, 1, sizeof seen, &seen);
  // CHECK: rotation.c:[[@LINE+2]]:
  // CHECK: rotation: seen{{$}}
  while (x || y) {
    clEnqueueFillBuffer(q, seen, &zero, sizeof zero, 0, 8, 0, 0, 0);
    clSetKernelArg(k, 2, sizeof bit, &bit);
    if (++bit < 9)
      clEnqueueNDRangeKernel(q, k, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, seen, CL_TRUE, 0, sizeof x, &x, 0, 0, 0);
    clEnqueueReadBuffer(q, seen, CL_TRUE, 4, sizeof y, &y, 0, 0, 0);
  }
  note(bit);
  noteBuffer(seen, 8);
}

int main(int argc, char **argv) {
  static char text[8000];
  const char *t = text;
  FILE *f = fopen("rotation.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  int start[N], none[N] = {0};
  (void)argc, (void)argv;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  c = clCreateContext(0, 1, &d, 0, 0, 0);
  q = clCreateCommandQueue(c, d, 0, 0);
  pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  for (int i = 0; i < N; i++)
    start[i] = i * 7919 % 101;
  usual(start);
  usual(none);
  inverse(start, 60);
  inverse(start, 0);
  inverse(start, 1);
  counter(start);
  twice(start, 100);
  twice(start, 17);
  both(start);
  printf("%lx\n", digest);
  return 0;
}
