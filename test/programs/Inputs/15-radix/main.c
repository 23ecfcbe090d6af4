// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "radix_sort.h"
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
  cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
  cl_uint n = argc > 1 ? atoi(argv[1]) : 3001, i, wrong = 0, v = 17;
  cl_uint *keys = malloc(n * sizeof *keys), *got = malloc(n * sizeof *got);
  cl_platform_id platform;
  cl_device_id device;
  cl_int rc;
  radix_sorter sorter;
  for (i = 0; i < n; i++)
    keys[i] = v = v * 1664525u + 1013904223u;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &rc);
  cl_command_queue queue = clCreateCommandQueue(ctx, device, 0, &rc);
  cl_mem a = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof *keys, keys, &rc);
  cl_mem b = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof *keys, NULL, &rc);
  rc = radix_create(&sorter, ctx, device, queue, "radix.cl");
  if (rc == CL_SUCCESS)
    rc = radix_sort(&sorter, &a, &b, n);
  if (rc == CL_SUCCESS)
    rc = clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *keys, got, 0, NULL, NULL);
  if (rc != CL_SUCCESS) {
    fprintf(stderr, "OpenCL: %d\n", rc);
    return 2;
  }
  qsort(keys, n, sizeof *keys, ascending);
  for (i = 0; i < n; i++)
    wrong += keys[i] != got[i];
  printf("%u keys, first %u, wrong %u\n", n, got[0], wrong);
  radix_destroy(&sorter);
  return wrong != 0;
}
