// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ocl.h"
#include <stdio.h>
#include <stdlib.h>
static cl_context ctx;
static cl_command_queue queue;
static cl_program prog;
static cl_kernel kernels[2];
static int launches;
static void check(cl_int e, int line) { if (e != CL_SUCCESS) { fprintf(stderr, "line %d: %d\n", line, e); exit(1); } }
#define TRY(x) check((x), __LINE__)
void ocl_open(const char *file)
{
  static char text[10000];
  const char *t = text;
  cl_platform_id p; cl_device_id d; cl_int e;
  FILE *f = fopen(file, "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) exit(1);
  fclose(f);
  TRY(clGetPlatformIDs(1, &p, NULL));
  TRY(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
  ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e); TRY(e);
  queue = clCreateCommandQueue(ctx, d, 0, &e); TRY(e);
  prog = clCreateProgramWithSource(ctx, 1, &t, NULL, &e); TRY(e);
  TRY(clBuildProgram(prog, 1, &d, "", NULL, NULL));
  kernels[K_BLUR] = clCreateKernel(prog, "blur", &e); TRY(e);
  kernels[K_BUMP] = clCreateKernel(prog, "bump", &e); TRY(e);
}
cl_mem ocl_new(size_t bytes, const void *data)
{
  cl_int e;
  cl_mem m = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, (void *)data, &e);
  TRY(e);
  return m;
}
void ocl_arg(int k, int i, size_t size, const void *p) { TRY(clSetKernelArg(kernels[k], i, size, p)); }
void ocl_run(int k, size_t n)
{
  size_t local = 32, global = (n + local - 1) / local * local;
  launches++;
  TRY(clEnqueueNDRangeKernel(queue, kernels[k], 1, NULL, &global, &local, 0, NULL, NULL));
}
void ocl_get(cl_mem m, void *to, size_t bytes) { TRY(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, bytes, to, 0, NULL, NULL)); }
void ocl_close(void)
{
  printf("%d launches\n", launches);
  clReleaseKernel(kernels[0]); clReleaseKernel(kernels[1]); clReleaseProgram(prog);
  clReleaseCommandQueue(queue); clReleaseContext(ctx);
}
