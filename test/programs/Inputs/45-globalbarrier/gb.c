/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  enum { N = 256 };
  int data[N], want[N], tmp[N], rounds = argc > 1 ? atoi(argv[1]) : 20, i, r, n = N, bad = 0, zero = 0;
  cl_platform_id p; cl_device_id d;
  size_t one = 16; /* a single group, so that it ends on any device */
  for (i = 0; i < N; i++) data[i] = want[i] = i;
  clGetPlatformIDs(1, &p, 0);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0);
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  char text[3000] = ""; const char *t = text; FILE *f = fopen("gb.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, "", 0, 0)) return 1;
  cl_kernel k = clCreateKernel(pr, "two_halves", 0);
  cl_mem a = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof data, data, 0), b = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof data, 0, 0);
  cl_mem s = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, 0);
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof s, &s);
  clSetKernelArg(k, 3, sizeof n, &n);
  for (r = 0; r < rounds; r++) {
    clSetKernelArg(k, 4, sizeof r, &r);
    if (clEnqueueNDRangeKernel(q, k, 1, 0, &one, &one, 0, 0, 0)) return 1;
  }
  clEnqueueReadBuffer(q, a, CL_TRUE, 0, sizeof data, data, 0, 0, 0);
  for (r = 0; r < rounds; r++) {
    for (i = 0; i < N; i++) tmp[i] = want[i] + want[(i + 1) % N];
    for (i = 0; i < N; i++) want[i] = tmp[i] & 0xffff;
  }
  for (i = 0; i < N; i++) bad += want[i] != data[i];
  printf("%d rounds, %d bad\n", rounds, bad);
  return bad != 0;
}
