/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ./diagonals [TURNS] */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 90

static int table[N + 1][N + 1];
static char a[N], b[N];

static cl_mem buffer(cl_context context, size_t size, void *from)
{
  return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, from, NULL);
}

int main(int argc, char **argv)
{
  int turns = argc > 1 ? atoi(argv[1]) : 6, n = N, zero = 0, best = 0, want = 0, count, i, j, t;
  cl_platform_id platform;
  cl_device_id device;
  cl_uint units;
  static char text[9000];
  const char *source = text;
  FILE *f = fopen("diagonals.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f))
    return 1;
  fclose(f);
  for (i = 0; i < N; i++) {
    a[i] = "ACGT"[(i * i + 3 * i) / 7 % 4];
    b[i] = "ACGT"[(i * 5 + i / 3) % 4];
  }
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
    return 1;
  cl_kernel common = clCreateKernel(program, "common", NULL), turn = clCreateKernel(program, "turn", NULL);
  cl_mem d_a = buffer(context, sizeof a, a), d_b = buffer(context, sizeof b, b);
  cl_mem d_table = buffer(context, sizeof table, table), d_best = buffer(context, sizeof zero, &zero);
  cl_mem d_count = buffer(context, sizeof zero, &zero);
  clSetKernelArg(common, 0, sizeof d_a, &d_a);
  clSetKernelArg(common, 1, sizeof d_b, &d_b);
  clSetKernelArg(common, 2, sizeof d_table, &d_table);
  clSetKernelArg(common, 3, sizeof d_count, &d_count);
  clSetKernelArg(common, 4, sizeof n, &n);
  clSetKernelArg(turn, 0, sizeof d_b, &d_b);
  clSetKernelArg(turn, 1, sizeof d_table, &d_table);
  clSetKernelArg(turn, 2, sizeof d_best, &d_best);
  clSetKernelArg(turn, 3, 1, NULL);
  clSetKernelArg(turn, 4, sizeof n, &n);
  size_t few = 8, all = few * units, group = 32;
  for (t = 0; t < turns; t++) {
    clEnqueueNDRangeKernel(queue, common, 1, NULL, &all, &few, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, turn, 1, NULL, &group, &group, 0, NULL, NULL);
  }
  clEnqueueReadBuffer(queue, d_best, CL_TRUE, 0, sizeof best, &best, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL);

  for (t = 0; t < turns; t++) {
    char first = b[0];
    for (i = 1; i <= N; i++)
      for (j = 1; j <= N; j++)
        table[i][j] = a[i - 1] == b[j - 1]                  ? table[i - 1][j - 1] + 1
                      : table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
                                                            : table[i][j - 1];
    if (table[N][N] > want)
      want = table[N][N];
    memmove(b, b + 1, N - 1);
    b[N - 1] = first;
  }
  int bad = (best != want) + 2 * (count != (int)units * turns * (2 * N - 1));
  printf("%d turns, %d letters of %d, %d bad\n", turns, best, N, bad);
  return bad != 0;
}
