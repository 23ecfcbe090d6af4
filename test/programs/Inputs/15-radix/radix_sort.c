// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "radix_sort.h"
#include <stdio.h>
#include <stdlib.h>

cl_int radix_create(radix_sorter *s, cl_context ctx, cl_device_id dev, cl_command_queue queue, const char *path)
{
  static const char *names[RK_COUNT] = { "histogram", "prefix", "scatter" };
  cl_int rc;
  char *text = malloc(1 << 13);
  FILE *f = fopen(path, "r");
  int i;
  if (!f)
    return CL_INVALID_VALUE;
  text[fread(text, 1, (1 << 13) - 1, f)] = 0;
  fclose(f);
  cl_program p = clCreateProgramWithSource(ctx, 1, (const char **)&text, NULL, &rc);
  free(text);
  if (rc)
    return rc;
  rc = clBuildProgram(p, 1, &dev, "", NULL, NULL);
  for (i = 0; rc == CL_SUCCESS && i < RK_COUNT; i++)
    s->kernel[i] = clCreateKernel(p, names[i], &rc);
  clReleaseProgram(p);
  s->queue = queue;
  s->groups = 4;
  if (rc == CL_SUCCESS)
    s->hist = clCreateBuffer(ctx, CL_MEM_READ_WRITE, 16 * s->groups * sizeof(cl_uint), NULL, &rc);
  return rc;
}

static cl_int launch(radix_sorter *s, enum radix_kernel k, size_t global, size_t local)
{
  return clEnqueueNDRangeKernel(s->queue, s->kernel[k], 1, NULL, &global, &local, 0, NULL, NULL);
}

cl_int radix_sort(radix_sorter *s, cl_mem *keys, cl_mem *scratch, cl_uint n)
{
  cl_uint shift, cells = 16 * s->groups;
  cl_int rc = CL_SUCCESS;
  for (shift = 0; shift < 32; shift += 4) {
    cl_mem swap;
    rc |= clSetKernelArg(s->kernel[RK_HISTOGRAM], 0, sizeof(cl_mem), keys);
    rc |= clSetKernelArg(s->kernel[RK_HISTOGRAM], 1, sizeof(cl_mem), &s->hist);
    rc |= clSetKernelArg(s->kernel[RK_HISTOGRAM], 2, sizeof n, &n);
    rc |= clSetKernelArg(s->kernel[RK_HISTOGRAM], 3, sizeof shift, &shift);
    rc |= clSetKernelArg(s->kernel[RK_HISTOGRAM], 4, 16 * sizeof(cl_uint), NULL);
    rc |= launch(s, RK_HISTOGRAM, 32 * s->groups, 32);
    rc |= clSetKernelArg(s->kernel[RK_PREFIX], 0, sizeof(cl_mem), &s->hist);
    rc |= clSetKernelArg(s->kernel[RK_PREFIX], 1, sizeof cells, &cells);
    rc |= clSetKernelArg(s->kernel[RK_PREFIX], 2, 64 * sizeof(cl_uint), NULL);
    rc |= launch(s, RK_PREFIX, 64, 64);
    rc |= clSetKernelArg(s->kernel[RK_SCATTER], 0, sizeof(cl_mem), keys);
    rc |= clSetKernelArg(s->kernel[RK_SCATTER], 1, sizeof(cl_mem), scratch);
    rc |= clSetKernelArg(s->kernel[RK_SCATTER], 2, sizeof(cl_mem), &s->hist);
    rc |= clSetKernelArg(s->kernel[RK_SCATTER], 3, sizeof n, &n);
    rc |= clSetKernelArg(s->kernel[RK_SCATTER], 4, sizeof shift, &shift);
    rc |= launch(s, RK_SCATTER, 16 * s->groups, 16);
    if (rc != CL_SUCCESS)
      return rc;
    swap = *keys;
    *keys = *scratch;
    *scratch = swap;
  }
  return rc;
}

void radix_destroy(radix_sorter *s)
{
  int i;
  for (i = 0; i < RK_COUNT; i++)
    clReleaseKernel(s->kernel[i]);
  clReleaseMemObject(s->hist);
}
