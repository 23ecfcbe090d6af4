// Which loops of kernels get more registers, and which larger work-groups, in --explain; and the output still runs.
// REQUIRES: device
// RUN: %run-check %S/gathers.cl %s --entries 3
// RUN: %persistify %S/gathers.cl %s -o %t --explain -- %cl_inc | FileCheck %s
// RUN: FileCheck %s --check-prefix=TABLE < %t/gathers.persist.h
// CHECK:     line {{[0-9]+}}: clEnqueueNDRangeKernel sums, item-stride, more registers for the loads of its loop at gathers.cl:12
// CHECK:     line {{[0-9]+}}: clEnqueueNDRangeKernel wide, item-stride, more registers for the loads of its loop at gathers.cl:19
// CHECK-NOT: more registers
// CHECK-NOT: large work-groups
// CHECK:     line {{[0-9]+}}: clEnqueueNDRangeKernel branch, item-stride, large work-groups for the longest of its loop at gathers.cl:[[#BRANCH:]]
// CHECK-NOT: more registers
// CHECK-NOT: large work-groups
// CHECK:     line {{[0-9]+}}: clEnqueueNDRangeKernel ends, item-stride, large work-groups for the longest of its loop at gathers.cl:[[#BRANCH+16]]
// CHECK-NOT: more registers
// CHECK-NOT: large work-groups
// TABLE: /*gathers*/ 1, /*uneven*/ 1,
// TABLE: /*gathers*/ 0, /*uneven*/ 1,
// TABLE: /*gathers*/ 0, /*uneven*/ 0,
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, ARCS = 3 };

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void need(cl_int err, const char *what) {
  if (err != CL_SUCCESS) {
    fprintf(stderr, "%s: %d\n", what, err);
    exit(1);
  }
}
static cl_mem filled(int kind) {
  int ints[N * ARCS + 1];
  float floats[N * ARCS + 1];
  for (int i = 0; i <= N * ARCS; i++) {
    ints[i] = kind == 0 ? i * ARCS < N * ARCS ? i * ARCS : N * ARCS : (i * 7 + 3) % N;
    floats[i] = (float)(i % 13);
  }
  cl_int err;
  cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof ints,
                            kind == 2 ? (void *)floats : (void *)ints, &err);
  need(err, "clCreateBuffer");
  return m;
}
static cl_kernel kernel(const char *name, int count, const cl_mem *args) {
  cl_int err;
  cl_kernel k = clCreateKernel(program, name, &err);
  need(err, name);
  for (int i = 0; i < count; i++)
    need(clSetKernelArg(k, (cl_uint)i, sizeof args[i], &args[i]), name);
  return k;
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  queue = clCreateCommandQueue(context, device, 0, &err);
  FILE *f = fopen(argc > 1 ? argv[1] : "gathers.cl", "r");
  if (!f)
    return 1;
  char text[8192];
  size_t length = fread(text, 1, sizeof text - 1, f);
  fclose(f);
  text[length] = 0;
  const char *source = text;
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  cl_mem row = filled(0), col = filled(1), x = filled(2), y = filled(2), counted = filled(1);
  cl_kernel sums = kernel("sums", 4, (cl_mem[]){row, col, x, y});
  cl_kernel branch = kernel("branch", 4, (cl_mem[]){row, col, x, y});
  cl_kernel wide = kernel("wide", 2, (cl_mem[]){x, y}), stores = kernel("stores", 2, (cl_mem[]){x, y});
  cl_kernel counts = kernel("counts", 2, (cl_mem[]){col, counted}), ends = kernel("ends", 2, (cl_mem[]){col, counted});
  cl_kernel calls = kernel("calls", 2, (cl_mem[]){x, y}), latest = kernel("latest", 2, (cl_mem[]){x, y});
  cl_kernel alone = kernel("alone", 1, (cl_mem[]){y});
  const int n = N, arcs = ARCS;
  need(clSetKernelArg(wide, 2, sizeof n, &n), "n");
  need(clSetKernelArg(stores, 2, sizeof arcs, &arcs), "n");
  need(clSetKernelArg(counts, 2, sizeof n, &n), "n");
  need(clSetKernelArg(ends, 2, sizeof n, &n), "n");
  need(clSetKernelArg(calls, 2, sizeof n, &n), "n");
  need(clSetKernelArg(latest, 2, sizeof n, &n), "n");
  need(clSetKernelArg(alone, 1, sizeof n, &n), "n");

  const size_t items = N, few = N / ARCS / 2, small = 16;
  for (int trip = 0; trip < 5; trip++) {
    need(clEnqueueNDRangeKernel(queue, sums, 1, NULL, &few, NULL, 0, NULL, NULL), "sums");
    need(clEnqueueNDRangeKernel(queue, wide, 1, NULL, &items, NULL, 0, NULL, NULL), "wide");
  }
  for (int trip = 0; trip < 5; trip++) {
    need(clEnqueueNDRangeKernel(queue, branch, 1, NULL, &few, NULL, 0, NULL, NULL), "branch");
    need(clEnqueueNDRangeKernel(queue, stores, 1, NULL, &small, NULL, 0, NULL, NULL), "stores");
    need(clEnqueueNDRangeKernel(queue, counts, 1, NULL, &items, NULL, 0, NULL, NULL), "counts");
    need(clEnqueueNDRangeKernel(queue, ends, 1, NULL, &items, NULL, 0, NULL, NULL), "ends");
    need(clEnqueueNDRangeKernel(queue, calls, 1, NULL, &items, NULL, 0, NULL, NULL), "calls");
    need(clEnqueueNDRangeKernel(queue, latest, 1, NULL, &items, NULL, 0, NULL, NULL), "latest");
    need(clEnqueueNDRangeKernel(queue, alone, 1, NULL, &items, NULL, 0, NULL, NULL), "alone");
  }
  for (int trip = 0; trip < 5; trip++) {
    need(clEnqueueNDRangeKernel(queue, stores, 1, NULL, &small, NULL, 0, NULL, NULL), "stores");
    need(clEnqueueNDRangeKernel(queue, calls, 1, NULL, &items, NULL, 0, NULL, NULL), "calls");
  }
  float result[N];
  int count[N];
  need(clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL), "read");
  need(clEnqueueReadBuffer(queue, counted, CL_TRUE, 0, sizeof count, count, 0, NULL, NULL), "read");
  double sum = 0;
  long all = 0;
  for (int i = 0; i < N; i++) {
    sum += result[i] * (i + 1);
    all = all * 31 % 1000003 + count[i];
  }
  printf("%.3f %ld\n", sum, all);
  return 0;
}
