// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
struct device { cl_command_queue queue; };
struct engine {
  cl_context context;
  struct device *on;
  cl_kernel bump;
  cl_mem data;
  size_t items;
};
static void need(cl_int e) { if (e != CL_SUCCESS) exit(1); }
struct engine *engine_new(const char *file, size_t items, const int *from)
{
  static char text[10000];
  const char *t = text;
  struct engine *e = calloc(1, sizeof *e);
  e->on = calloc(1, sizeof *e->on);
  cl_platform_id p; cl_device_id d; cl_int r;
  FILE *f = fopen(file, "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) exit(1);
  fclose(f);
  need(clGetPlatformIDs(1, &p, NULL));
  need(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
  e->context = clCreateContext(NULL, 1, &d, NULL, NULL, &r); need(r);
  e->on->queue = clCreateCommandQueue(e->context, d, 0, &r); need(r);
  cl_program program = clCreateProgramWithSource(e->context, 1, &t, NULL, &r); need(r);
  need(clBuildProgram(program, 1, &d, "", NULL, NULL));
  e->bump = clCreateKernel(program, "bump", &r); need(r);
  e->items = items;
  e->data = clCreateBuffer(e->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, items * sizeof(int), (void *)from, &r); need(r);
  return e;
}
void engine_step(struct engine *e, int by)
{
  int n = (int)e->items - by;
  need(clSetKernelArg(e->bump, 0, sizeof e->data, &e->data));
  need(clSetKernelArg(e->bump, 1, sizeof n, &n));
  need(clEnqueueNDRangeKernel(e->on->queue, e->bump, 1, NULL, &e->items, NULL, 0, NULL, NULL));
}
void engine_get(struct engine *e, int *to)
{
  need(clEnqueueReadBuffer(e->on->queue, e->data, CL_TRUE, 0, e->items * sizeof(int), to, 0, NULL, NULL));
}
void engine_end(struct engine *e)
{
  clReleaseMemObject(e->data); clReleaseKernel(e->bump); clReleaseCommandQueue(e->on->queue); clReleaseContext(e->context);
  free(e);
}
