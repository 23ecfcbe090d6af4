// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include "clock.hpp"
#define N 200
static void check(cl_int e, int line) { if (e != CL_SUCCESS) { fprintf(stderr, "line %d: %d\n", line, e); exit(1); } }
#define TRY(x) check((x), __LINE__)
int main(void)
{
  static char text[4000];
  const char *t = text;
  FILE *f = fopen("grow.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
  fclose(f);
  cl_platform_id p; cl_device_id d; cl_int e;
  TRY(clGetPlatformIDs(1, &p, NULL));
  TRY(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
  cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, &e); TRY(e);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, &e); TRY(e);
  cl_program g = clCreateProgramWithSource(c, 1, &t, NULL, &e); TRY(e);
  TRY(clBuildProgram(g, 1, &d, "", NULL, NULL));
  cl_kernel k = clCreateKernel(g, "grow", &e); TRY(e);
  static int x[N];
  int n = N;
  size_t local = 20, global = N;
  cl_mem m = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof x, x, &e); TRY(e);
  TRY(clSetKernelArg(k, 0, sizeof m, &m));
  TRY(clSetKernelArg(k, 1, sizeof n, &n));
  int step;
  for (step = 1; !run::Clock::ended(step); step++) {
    TRY(clSetKernelArg(k, 2, sizeof step, &step));
    TRY(clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &local, 0, NULL, NULL));
  }
  TRY(clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
  unsigned sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 31 + (unsigned)x[i];
  printf("%d steps, asked %d times: %u\n", step, run::Clock::asked(), sum);
  clReleaseMemObject(m); clReleaseKernel(k); clReleaseProgram(g); clReleaseCommandQueue(q); clReleaseContext(c);
  return 0;
}
