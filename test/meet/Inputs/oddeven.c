/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ./oddeven [GROUPS] [KEYS]: sorts with one launch, and looks at the barrier's words after it. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 3000, ITEMS = 16, ROOM = 1024 };

static int key[MOST], words[ROOM];

static cl_program load(cl_context context, const char *path)
{
  static char text[9000];
  const char *source = text;
  FILE *f = fopen(path, "rb");
  cl_program program;
  if (!f || !fread(text, 1, sizeof text - 1, f))
    exit(2);
  fclose(f);
  program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (clBuildProgram(program, 0, NULL, NULL, NULL, NULL) != CL_SUCCESS)
    exit(2);
  return program;
}

static void launch(cl_command_queue queue, cl_kernel kernel, size_t global, size_t local)
{
  if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) != CL_SUCCESS)
    exit(3);
}

int main(int argc, char **argv)
{
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_kernel kernel;
  cl_mem keys, flags, count;
  cl_uint units;
  int n = argc > 2 ? atoi(argv[2]) : 300, swaps = 0, inversions = 0, bad = 0, i, j;
  size_t local = ITEMS, global;

  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  global = local * (argc > 1 && atoi(argv[1]) ? (size_t)atoi(argv[1]) : units);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  kernel = clCreateKernel(load(context, "oddeven.cl"), "sort_all", NULL);

  for (i = 0; i < n; i++)
    key[i] = (int)((i * 2654435761u >> 7) % 10007);
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++)
      inversions += key[i] > key[j];
  keys = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof key, key, NULL);
  flags = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof words, words, NULL);
  count = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof swaps, &swaps, NULL);
  clSetKernelArg(kernel, 0, sizeof keys, &keys);
  clSetKernelArg(kernel, 1, sizeof flags, &flags);
  clSetKernelArg(kernel, 2, sizeof count, &count);
  clSetKernelArg(kernel, 3, sizeof n, &n);
  launch(queue, kernel, global, local);
  clEnqueueReadBuffer(queue, keys, CL_TRUE, 0, sizeof key, key, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, flags, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, count, CL_TRUE, 0, sizeof swaps, &swaps, 0, NULL, NULL);
  for (i = 0; i + 1 < n; i++)
    bad += key[i] > key[i + 1];
  for (i = 0; i < ROOM; i++)
    bad += words[i] != 0;
  bad += swaps != inversions;
  printf("%d keys, %d swaps, %d bad\n", n, swaps, bad);
  return bad != 0;
}
