// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ocl.h"
#include <stdio.h>
#include <stdlib.h>
static cl_context context;
static cl_command_queue queue;
static cl_kernel kernels[2];
static void need(cl_int e, const char *what) { if (e) { fprintf(stderr, "%s: %d\n", what, e); exit(1); } }
void ocl_start(const char *path)
{
  static char text[8000];
  const char *t = text;
  cl_platform_id p; cl_device_id d; cl_program prog; cl_int e;
  FILE *f = fopen(path, "rb");
  if (f == NULL || fread(text, 1, sizeof text - 1, f) == 0) { perror(path); exit(1); }
  fclose(f);
  need(clGetPlatformIDs(1, &p, NULL), "platform");
  need(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL), "device");
  context = clCreateContext(NULL, 1, &d, NULL, NULL, &e); need(e, "context");
  queue = clCreateCommandQueue(context, d, 0, &e); need(e, "queue");
  prog = clCreateProgramWithSource(context, 1, &t, NULL, &e); need(e, "program");
  need(clBuildProgram(prog, 0, NULL, NULL, NULL, NULL), "build");
  kernels[OCL_BLUR] = clCreateKernel(prog, "blur", &e); need(e, "blur");
  kernels[OCL_BUMP] = clCreateKernel(prog, "bump", &e); need(e, "bump");
}
cl_mem ocl_buffer(size_t bytes, const void *data)
{
  cl_int e;
  cl_mem m = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, (void *)data, &e);
  need(e, "buffer");
  return m;
}
void ocl_launch(enum ocl_kernel k, size_t items) { need(clEnqueueNDRangeKernel(queue, kernels[k], 1, NULL, &items, NULL, 0, NULL, NULL), "launch"); }
void ocl_mem_arg(enum ocl_kernel k, cl_uint i, cl_mem m) { need(clSetKernelArg(kernels[k], i, sizeof m, &m), "buffer argument"); }
void ocl_int_arg(enum ocl_kernel k, cl_uint i, int v) { need(clSetKernelArg(kernels[k], i, sizeof v, &v), "int argument"); }
void ocl_download(cl_mem m, void *to, size_t bytes) { need(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "read"); }
