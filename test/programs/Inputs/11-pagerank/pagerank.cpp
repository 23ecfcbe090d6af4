// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PageRank until the change, summed from one number per work-group, is small.
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS 16
#define WG 64

#define CL_OR_QUIT(x)                                              \
  if ((err = (x)) != CL_SUCCESS) {                                 \
    fprintf(stderr, "ERROR: %s => %d\n", #x, err);                 \
    return -1;                                                     \
  }

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 900;
  if (n > GROUPS * WG)
    return 2;
  cl_int err;
  int *row = new int[n + 1], *col = new int[n * 5], edges = 0;
  float *inv = new float[n], *x = new float[n];
  int *outdeg = new int[n]();
  for (int i = 0; i < n; i++) {
    row[i] = edges;
    for (int e = 0; e < 2 + i % 4; e++) {
      int src = (i * 37 + e * e * 101 + 11) % n;
      col[edges++] = src;
      outdeg[src]++;
    }
    x[i] = 1.0f / n;
  }
  row[n] = edges;
  for (int i = 0; i < n; i++)
    inv[i] = outdeg[i] ? 1.0f / outdeg[i] : 0.0f;

  cl_platform_id plat;
  cl_device_id dev;
  CL_OR_QUIT(clGetPlatformIDs(1, &plat, 0));
  CL_OR_QUIT(clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, 0));
  cl_context ctx = clCreateContext(0, 1, &dev, 0, 0, &err);
  CL_OR_QUIT(err);
  cl_command_queue queue = clCreateCommandQueue(ctx, dev, 0, &err);
  CL_OR_QUIT(err);
  FILE *f = fopen("pagerank.cl", "rt");
  if (f == NULL)
    return -1;
  char *src = (char *)malloc(10000);
  src[fread(src, 1, 9999, f)] = '\0';
  fclose(f);
  cl_program prog = clCreateProgramWithSource(ctx, 1, (const char **)&src, 0, &err);
  CL_OR_QUIT(err);
  CL_OR_QUIT(clBuildProgram(prog, 0, 0, "", 0, 0));
  cl_kernel spmv = clCreateKernel(prog, "spmv", &err);
  cl_kernel delta = clCreateKernel(prog, "delta", &err);
  CL_OR_QUIT(err);

  cl_mem row_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (n + 1) * sizeof(int), row, &err);
  cl_mem col_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, edges * sizeof(int), col, &err);
  cl_mem inv_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(float), inv, &err);
  cl_mem pr1 = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(float), x, &err);
  cl_mem pr2 = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(float), 0, &err);
  cl_mem part_d = clCreateBuffer(ctx, CL_MEM_WRITE_ONLY, GROUPS * sizeof(float), 0, &err);
  CL_OR_QUIT(err);

  size_t global[1] = {GROUPS * WG}, local[1] = {WG};
  float partial[GROUPS];
  double change = 1.0;
  int iter = 0;
  while (change > 1e-5 && iter < 100) {
    CL_OR_QUIT(clSetKernelArg(spmv, 0, sizeof(cl_int), &n));
    CL_OR_QUIT(clSetKernelArg(spmv, 1, sizeof(void *), &row_d));
    CL_OR_QUIT(clSetKernelArg(spmv, 2, sizeof(void *), &col_d));
    CL_OR_QUIT(clSetKernelArg(spmv, 3, sizeof(void *), &inv_d));
    CL_OR_QUIT(clSetKernelArg(spmv, 4, sizeof(void *), &pr1));
    CL_OR_QUIT(clSetKernelArg(spmv, 5, sizeof(void *), &pr2));
    CL_OR_QUIT(clEnqueueNDRangeKernel(queue, spmv, 1, NULL, global, local, 0, 0, 0));
    CL_OR_QUIT(clSetKernelArg(delta, 0, sizeof(cl_int), &n));
    CL_OR_QUIT(clSetKernelArg(delta, 1, sizeof(void *), &pr1));
    CL_OR_QUIT(clSetKernelArg(delta, 2, sizeof(void *), &pr2));
    CL_OR_QUIT(clSetKernelArg(delta, 3, sizeof(void *), &part_d));
    CL_OR_QUIT(clSetKernelArg(delta, 4, WG * sizeof(float), NULL));
    CL_OR_QUIT(clEnqueueNDRangeKernel(queue, delta, 1, NULL, global, local, 0, 0, 0));
    CL_OR_QUIT(clEnqueueReadBuffer(queue, part_d, 1, 0, GROUPS * sizeof(float), partial, 0, 0, 0));
    change = 0.0;
    for (int g = 0; g < GROUPS; g++)
      change += partial[g];
    cl_mem t = pr1;
    pr1 = pr2;
    pr2 = t;
    iter++;
  }
  float *result = new float[n];
  CL_OR_QUIT(clEnqueueReadBuffer(queue, pr1, 1, 0, n * sizeof(float), result, 0, 0, 0));

  double *a = new double[n], *b = new double[n], worst = 0;
  for (int i = 0; i < n; i++)
    a[i] = 1.0 / n;
  for (int it = 0; it < iter; it++) {
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int e = row[i]; e < row[i + 1]; e++)
        s += a[col[e]] * inv[col[e]];
      b[i] = 0.15 / n + 0.85 * s;
    }
    double *t = a; a = b; b = t;
  }
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(a[i] - result[i]));
  printf("pagerank: %d pages, %d iterations, %s\n", n, iter, worst < 1e-5 ? "PASS" : "FAIL");
  return worst < 1e-5 ? 0 : 1;
}
