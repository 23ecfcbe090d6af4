// Two phases in which each work-item uses only what it wrote itself need no barrier between them; with
// another index, size, offset, width or schedule they do.
// REQUIRES: device
// RUN: %run-check %S/same-index.cl %s --entries 10
// RUN: %persistify %S/same-index.cl %s -o %t --explain -- %cl_inc | FileCheck %s
// RUN: %persistify %S/same-index.cl %s -o %t --explain --no-opt=same-index -- %cl_inc | FileCheck %s --check-prefix=OFF
// OFF-NOT: its own element
// OFF:     same-index: switched off
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 320, TRIPS = 7 };
static cl_context c;
static cl_command_queue q;
static cl_program pr;
static unsigned long digest = 5381;

static cl_kernel kernel(const char *name) { return clCreateKernel(pr, name, 0); }
static cl_mem make(size_t bytes) {
  cl_mem m = clCreateBuffer(c, CL_MEM_READ_WRITE, bytes, 0, 0);
  int *start = malloc(bytes);
  for (size_t i = 0; i < bytes / sizeof(int); i++)
    start[i] = (int)(i * 7919 % 1013);
  clEnqueueWriteBuffer(q, m, CL_TRUE, 0, bytes, start, 0, 0, 0);
  free(start);
  return m;
}
static void note(cl_mem m, size_t bytes) {
  unsigned char *b = malloc(bytes);
  clEnqueueReadBuffer(q, m, CL_TRUE, 0, bytes, b, 0, 0, 0);
  for (size_t i = 0; i < bytes; i++)
    digest = digest * 33 + b[i];
  free(b);
}
#define arguments(k, a, b) \
  clSetKernelArg(k, 0, sizeof a, &a); \
  clSetKernelArg(k, 1, sizeof b, &b)

static void loops(void) {
  cl_mem v = make(N * sizeof(int)), sum = make(N * sizeof(int));
  cl_kernel near = kernel("near"), keep = kernel("keep"), halves = kernel("halves"), odd = kernel("odd"),
            low = kernel("low"), swing = kernel("swing"), turned = kernel("turned"), grouped = kernel("grouped");
  int n = N;
  size_t all = N, two[2] = {N, 2}, offset = 64, rest = N - 64, local = 32, size;
  arguments(near, v, sum);
  arguments(keep, v, sum);
  arguments(halves, v, sum);
  arguments(odd, v, sum);
  arguments(low, v, sum);
  arguments(swing, v, sum);
  arguments(turned, v, sum);
  arguments(grouped, v, sum);
  clSetKernelArg(near, 2, sizeof n, &n);
  clSetKernelArg(keep, 2, sizeof n, &n);
  clSetKernelArg(odd, 2, sizeof n, &n);
  clSetKernelArg(turned, 2, sizeof n, &n);

  // v is read by neighbours, so a barrier stands in front of its writing; of the sums nobody else's is used.
  // CHECK: same-index.c:[[@LINE+4]]:
  // CHECK: clEnqueueNDRangeKernel near
  // CHECK: barrier: v: read at line {{[0-9]+}} (clEnqueueNDRangeKernel), written here{{$}}
  // CHECK: clEnqueueNDRangeKernel keep
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, keep, 1, 0, &all, 0, 0, 0, 0);
  }
  // Another width: "sum" is a reason, too.
  // CHECK: same-index.c:[[@LINE+4]]:
  // CHECK: clEnqueueNDRangeKernel near
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel halves
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, halves, 1, 0, &all, 0, 0, 0, 0);
  }
  // A changed index; an id of 16 bits.
  // CHECK: same-index.c:[[@LINE+4]]:
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel odd
  // CHECK: clEnqueueNDRangeKernel low
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, odd, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, low, 1, 0, &all, 0, 0, 0, 0);
  }
  // Two dimensions.
  // CHECK: same-index.c:[[@LINE+3]]:
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel swing
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, swing, 2, 0, two, 0, 0, 0, 0);
  }
  // An offset.
  // CHECK: same-index.c:[[@LINE+3]]:
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel keep
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, keep, 1, &offset, &rest, 0, 0, 0, 0);
  }
  // Another size in each trip.
  // CHECK: same-index.c:[[@LINE+3]]:
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel keep
  for (int t = 0; t < TRIPS; t++) {
    size = N;
    clEnqueueNDRangeKernel(q, near, 1, 0, &size, 0, 0, 0, 0);
    size = N - 37 * (size_t)t;
    clEnqueueNDRangeKernel(q, keep, 1, 0, &size, 0, 0, 0, 0);
  }
  // From the other end.
  // CHECK: same-index.c:[[@LINE+3]]:
  // CHECK: barrier: {{.*}}v: read at line
  // CHECK: clEnqueueNDRangeKernel turned
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, turned, 1, 0, &all, 0, 0, 0, 0);
  }
  // Whole groups.
  // CHECK: same-index.c:[[@LINE+3]]:
  // CHECK: barrier: {{.*}}sum: written at line {{[0-9]+}} (clEnqueueNDRangeKernel), read here
  // CHECK: clEnqueueNDRangeKernel grouped
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(q, near, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, grouped, 1, 0, &all, &local, 0, 0, 0);
  }
  note(v, N * sizeof(int));
  note(sum, N * sizeof(int));
}

// Parts of structures, in a loop without any barrier.
static void parts(void) {
  cl_mem v = make(N * sizeof(int)), items = make(N * 8);
  cl_kernel rank = kernel("rank"), take = kernel("take");
  size_t all = N;
  arguments(rank, items, v);
  arguments(take, v, items);
  // CHECK: same-index.c:[[@LINE+4]]:
  // CHECK-NOT: {{^ *}}barrier:
  // CHECK: take, item-stride, no barrier: each work-item uses its own element of
  // CHECK: same-index: line
  for (int t = 0; t < TRIPS; t++) {
    clSetKernelArg(rank, 2, sizeof t, &t);
    clEnqueueNDRangeKernel(q, rank, 1, 0, &all, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, take, 1, 0, &all, 0, 0, 0, 0);
  }
  note(v, N * sizeof(int));
  note(items, N * 8);
}

// What is behind a helper that is called with the size.
static void launch(cl_kernel k, size_t n) { clEnqueueNDRangeKernel(q, k, 1, 0, &n, 0, 0, 0, 0); }
static void helped(int n) {
  cl_mem v = make(N * sizeof(int)), sum = make(N * sizeof(int));
  cl_kernel near = kernel("near"), keep = kernel("keep");
  arguments(near, v, sum);
  arguments(keep, v, sum);
  clSetKernelArg(near, 2, sizeof n, &n);
  clSetKernelArg(keep, 2, sizeof n, &n);
  // CHECK: same-index.c:[[@LINE+2]]:
  // CHECK: barrier: v: read at line {{[0-9]+}} (clEnqueueNDRangeKernel), written here{{$}}
  for (int t = 0; t < TRIPS; t++) {
    launch(near, (size_t)n);
    launch(keep, (size_t)n);
  }
  note(v, N * sizeof(int));
}

int main(void) {
  static char text[8000];
  const char *t = text;
  FILE *f = fopen("same-index.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  c = clCreateContext(0, 1, &d, 0, 0, 0);
  q = clCreateCommandQueue(c, d, 0, 0);
  pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  loops();
  parts();
  helped(N - 3);
  printf("%lx\n", digest);
  return 0;
}
