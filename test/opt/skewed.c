// What optimisations take for granted about buffers is checked when the region begins. Parts of one
// buffer that overlap are neither the same nor apart, and a flag that is another buffer than the one that
// is set is not that flag: the original loop runs.
// REQUIRES: device
// RUN: %run-check %S/skewed.cl %s --entries 1 -- apart
// RUN: %run-check %S/skewed.cl %s --entries 1 -- same
// RUN: %run-check %S/skewed.cl %s --expect-fallback 'overlapping ranges of memory' -- skewed
// RUN: %run-check %S/skewed.cl %s --expect-fallback 'overlapping ranges of memory' -- flag
// RUN: %persistify %S/skewed.cl %s -o %t --explain -- %cl_inc | FileCheck %s
// CHECK: rotation: flag
// CHECK: are the same buffer or distinct
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

enum { N = 512, TRIPS = 9 };

static cl_mem part(cl_mem of, size_t first) {
  cl_buffer_region where = {first * sizeof(int), N * sizeof(int)};
  return clCreateSubBuffer(of, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &where, 0);
}

// Which buffer a kernel gets is known when the program runs.
static cl_mem parts[2];
static void give(cl_kernel k, int which) { clSetKernelArg(k, 0, sizeof(cl_mem), &parts[which]); }

int main(int argc, char **argv) {
  static char text[4000];
  static int data[3 * N];
  const char *t = text, *how = argc > 1 ? argv[1] : "apart";
  FILE *f = fopen("skewed.cl", "r");
  cl_platform_id p;
  cl_device_id d;
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  for (int i = 0; i < 3 * N; i++)
    data[i] = i * 31 % 211;
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  cl_mem all = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
  cl_mem flag = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, data, 0);
  cl_mem other = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, data + 1, 0);
  parts[0] = part(all, 0);
  parts[1] = !strcmp(how, "apart") ? part(all, N) : !strcmp(how, "same") ? parts[0] : part(all, 256);
  cl_kernel grow = clCreateKernel(pr, "grow", 0), fold = clCreateKernel(pr, "fold", 0), mark = clCreateKernel(pr, "mark", 0);
  size_t n = N;
  int by, found = 0, sum = 0;
  give(grow, argc < 0);
  give(fold, argc > 0);
  give(mark, argc > 0);
  clSetKernelArg(mark, 1, sizeof flag, &flag);
  if (!strcmp(how, "flag")) { // the kernel gets what the handle held for a moment
    cl_mem mine = flag;
    flag = other;
    clSetKernelArg(mark, 1, sizeof flag, &flag);
    flag = mine;
  }
  for (by = 0; by < TRIPS; by++) {
    found = 0;
    clEnqueueWriteBuffer(q, flag, CL_TRUE, 0, sizeof found, &found, 0, 0, 0);
    clSetKernelArg(grow, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(q, grow, 1, 0, &n, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, fold, 1, 0, &n, 0, 0, 0, 0);
    clEnqueueNDRangeKernel(q, mark, 1, 0, &n, 0, 0, 0, 0);
    clEnqueueReadBuffer(q, flag, CL_TRUE, 0, sizeof found, &found, 0, 0, 0);
    sum = sum * 2 + found;
  }
  clEnqueueReadBuffer(q, all, CL_TRUE, 0, sizeof data, data, 0, 0, 0);
  unsigned long digest = (unsigned long)sum;
  for (int i = 0; i < 3 * N; i++)
    digest = digest * 33 + (unsigned)data[i];
  printf("%lx %d\n", digest, found);
  return 0;
}
