/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cools a ring down to a limit; each launch makes several sweeps. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300
#define SWEEPS 3
#define TRY(call) \
  do { \
    cl_int got = (call); \
    if (got != CL_SUCCESS) { \
      fprintf(stderr, "%s: %d\n", #call, (int)got); \
      exit(2); \
    } \
  } while (0)

static cl_context context;
static cl_device_id device;

static cl_mem filled(const void *with, size_t bytes)
{
  cl_int status;
  cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, (void *)with, &status);
  TRY(status);
  return made;
}

static int reference(int *heat, int limit)
{
  int launches = 0, top = limit + 1, next[N];
  while (top > limit && launches < 400) {
    int s, i;
    for (s = 0; s < SWEEPS; s++) {
      for (i = 0; i < N; i++)
        next[i] = (heat[(i + N - 1) % N] + 2 * heat[i] + heat[(i + 1) % N]) / 4;
      memcpy(heat, next, sizeof next);
    }
    for (top = i = 0; i < N; i++)
      if (heat[i] > top)
        top = heat[i];
    launches++;
  }
  return launches;
}

int main(int argc, char **argv)
{
  const int limit = argc > 1 ? atoi(argv[1]) : 4000;
  int heat[N], want[N], zero[64] = {0}, n = N, sweeps = SWEEPS, turn = 0, top, launches = 0, i, wrong = 0;
  char text[4096];
  const char *source = text;
  cl_platform_id platform;
  cl_uint units;
  cl_int status;
  FILE *file = fopen("flags.cl", "r");
  if (!file)
    return 2;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  TRY(clGetPlatformIDs(1, &platform, NULL));
  TRY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  TRY(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  TRY(status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  TRY(status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  TRY(status);
  TRY(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel sweep = clCreateKernel(program, "sweep", &status);
  TRY(status);
  cl_kernel hottest = clCreateKernel(program, "hottest", &status);
  TRY(status);

  for (i = 0; i < N; i++)
    heat[i] = want[i] = i % 50 == 7 ? 90000 + i : i;
  cl_mem d_heat = filled(heat, sizeof heat), d_next = filled(heat, sizeof heat);
  cl_mem d_come = filled(zero, sizeof zero), d_go = filled(zero, sizeof zero), d_top = filled(zero, sizeof top);
  /* No more groups than run at the same time. */
  size_t few = 32, many = 64, global = few * (units < 2 ? 1 : 2);
  TRY(clSetKernelArg(sweep, 0, sizeof d_heat, &d_heat));
  TRY(clSetKernelArg(sweep, 1, sizeof d_next, &d_next));
  TRY(clSetKernelArg(sweep, 2, sizeof d_come, &d_come));
  TRY(clSetKernelArg(sweep, 3, sizeof d_go, &d_go));
  TRY(clSetKernelArg(sweep, 4, sizeof n, &n));
  TRY(clSetKernelArg(sweep, 5, sizeof sweeps, &sweeps));
  TRY(clSetKernelArg(hottest, 0, sizeof d_heat, &d_heat));
  TRY(clSetKernelArg(hottest, 1, sizeof d_top, &d_top));
  TRY(clSetKernelArg(hottest, 2, many * sizeof(cl_int), NULL));
  TRY(clSetKernelArg(hottest, 3, sizeof n, &n));
  top = limit + 1;
  while (top > limit && launches < 400) {
    TRY(clSetKernelArg(sweep, 6, sizeof turn, &turn));
    TRY(clEnqueueNDRangeKernel(queue, sweep, 1, NULL, &global, &few, 0, NULL, NULL));
    TRY(clEnqueueNDRangeKernel(queue, hottest, 1, NULL, &many, &many, 0, NULL, NULL));
    TRY(clEnqueueReadBuffer(queue, d_top, CL_TRUE, 0, sizeof top, &top, 0, NULL, NULL));
    turn += 2 * SWEEPS;
    launches++;
  }
  TRY(clEnqueueReadBuffer(queue, d_heat, CL_TRUE, 0, sizeof heat, heat, 0, NULL, NULL));

  wrong += reference(want, limit) != launches;
  for (i = 0; i < N; i++)
    wrong += heat[i] != want[i];
  printf("%d launches, hottest %d, %d wrong\n", launches, top, wrong);
  return wrong != 0;
}
