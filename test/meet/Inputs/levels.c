/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One launch, as large as the device is assumed to be: ./levels [GROUPS] [SIDE] */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
  if ((call) != CL_SUCCESS) {                                                  \
    fprintf(stderr, "%s failed\n", #call);                                     \
    return 1;                                                                  \
  }

static int row[100001], col[400000], level[100000], want[100000], queue[100000];

int main(int argc, char **argv)
{
  cl_platform_id platform;
  cl_device_id device;
  cl_uint units;
  CHECK(clGetPlatformIDs(1, &platform, NULL))
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
  CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL))
  int groups = argc > 1 && atoi(argv[1]) ? atoi(argv[1]) : (int)units;
  int side = argc > 2 ? atoi(argv[2]) : 60, n = side * side, m = 0, bad = 0, deepest = 0;
  for (int v = 0; v < n; v++) {
    int x = v % side, y = v / side;
    row[v] = m;
    if (x > 0) col[m++] = v - 1;
    if (x + 1 < side && (v * 7919u + 1) % 11 != 0) col[m++] = v + 1;
    if (y > 0) col[m++] = v - side;
    if (y + 1 < side && (v * 104729u + 1) % 5 != 0) col[m++] = v + side;
    level[v] = want[v] = v == 0 ? 0 : -1;
  }
  row[n] = m;

  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
  char text[8000] = "";
  FILE *f = fopen("levels.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
  fclose(f);
  const char *source = text;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL))
  cl_kernel kernel = clCreateKernel(program, "search", NULL);
  int zero = 0;
  cl_mem d_row = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (n + 1) * sizeof *row, row, NULL);
  cl_mem d_col = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (m + 1) * sizeof *col, col, NULL);
  cl_mem d_level = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof *level, level, NULL);
  cl_mem d_deepest = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, NULL);
  cl_mem d_arrived = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, NULL);
  CHECK(clSetKernelArg(kernel, 0, sizeof d_row, &d_row))
  CHECK(clSetKernelArg(kernel, 1, sizeof d_col, &d_col))
  CHECK(clSetKernelArg(kernel, 2, sizeof d_level, &d_level))
  CHECK(clSetKernelArg(kernel, 3, sizeof d_deepest, &d_deepest))
  CHECK(clSetKernelArg(kernel, 4, sizeof d_arrived, &d_arrived))
  CHECK(clSetKernelArg(kernel, 5, sizeof n, &n))
  size_t local = 32, global = local * groups;
  if (clEnqueueNDRangeKernel(q, kernel, 1, NULL, &global, &local, 0, NULL, NULL) != CL_SUCCESS) {
    fprintf(stderr, "the launch failed\n");
    return 1;
  }
  int arrived;
  CHECK(clEnqueueReadBuffer(q, d_level, CL_TRUE, 0, n * sizeof *level, level, 0, NULL, NULL))
  CHECK(clEnqueueReadBuffer(q, d_arrived, CL_TRUE, 0, sizeof arrived, &arrived, 0, NULL, NULL))

  int head = 0, tail = 1;
  queue[0] = 0;
  while (head < tail) {
    int v = queue[head++];
    for (int e = row[v]; e < row[v + 1]; e++)
      if (want[col[e]] < 0) {
        want[col[e]] = want[v] + 1;
        queue[tail++] = col[e];
      }
    deepest = want[v];
  }
  for (int v = 0; v < n; v++)
    bad += level[v] != want[v];
  /* Every group came to the counter twice for each level, at the last one once. */
  if (arrived != groups * (2 * deepest + 1))
    bad += 1000000;
  printf("%d vertices, %d levels, %d bad\n", n, deepest + 1, bad);
  return bad != 0;
}
