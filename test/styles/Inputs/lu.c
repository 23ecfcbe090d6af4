/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(x) do { if ((rc = (x)) != CL_SUCCESS) goto fail; } while (0)

static int factor(cl_command_queue q, cl_program prog, float *host, int n, int *steps)
{
  cl_int rc = CL_SUCCESS;
  cl_context ctx;
  cl_kernel scale = NULL, update = NULL;
  cl_mem a = NULL;
  int k;
  *steps = 0;
  TRY(clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof ctx, &ctx, NULL));
  scale = clCreateKernel(prog, "scale_column", &rc);
  if (rc) goto fail;
  update = clCreateKernel(prog, "rank_one", &rc);
  if (rc) goto fail;
  a = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(float) * n * n, host, &rc);
  if (rc) goto fail;
  TRY(clSetKernelArg(scale, 0, sizeof a, &a));
  TRY(clSetKernelArg(update, 0, sizeof a, &a));
  TRY(clSetKernelArg(scale, 1, sizeof n, &n));
  TRY(clSetKernelArg(update, 1, sizeof n, &n));
  for (k = 0; k < n - 1; k++) {
    size_t first[2], rest[2];
    first[0] = first[1] = k + 1;
    rest[0] = rest[1] = n - k - 1;
    TRY(clSetKernelArg(scale, 2, sizeof k, &k));
    TRY(clSetKernelArg(update, 2, sizeof k, &k));
    TRY(clEnqueueNDRangeKernel(q, scale, 1, first, rest, NULL, 0, NULL, NULL));
    TRY(clEnqueueNDRangeKernel(q, update, 2, first, rest, NULL, 0, NULL, NULL));
    ++*steps;
  }
  TRY(clEnqueueReadBuffer(q, a, CL_TRUE, 0, sizeof(float) * n * n, host, 0, NULL, NULL));
fail:
  if (a) clReleaseMemObject(a);
  if (update) clReleaseKernel(update);
  if (scale) clReleaseKernel(scale);
  return rc;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 33, i, j, k, steps, rc;
  float *m = malloc(sizeof(float) * n * n);
  double *w = malloc(sizeof(double) * n * n), worst = 0;
  cl_platform_id p;
  cl_device_id d;
  cl_context c;
  cl_command_queue q;
  cl_program prog;
  static char src[4096];
  const char *s = src;
  FILE *f = fopen("lu.cl", "r");
  if (!f) return 2;
  src[fread(src, 1, sizeof src - 1, f)] = 0;
  fclose(f);
  clGetPlatformIDs(1, &p, NULL);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
  c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
  q = clCreateCommandQueue(c, d, 0, NULL);
  prog = clCreateProgramWithSource(c, 1, &s, NULL, NULL);
  if (clBuildProgram(prog, 1, &d, NULL, NULL, NULL)) return 3;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      w[i * n + j] = m[i * n + j] = (i == j ? n : 0) + (float)((i * 7 + j * 13) % 10) / 10;
  for (k = 0; k < n - 1; k++)
    for (i = k + 1; i < n; i++) {
      w[i * n + k] /= w[k * n + k];
      for (j = k + 1; j < n; j++) w[i * n + j] -= w[i * n + k] * w[k * n + j];
    }
  rc = factor(q, prog, m, n, &steps);
  for (i = 0; i < n * n; i++) worst = fmax(worst, fabs(w[i] - m[i]));
  printf("lu %d: rc %d, %d steps, %s\n", n, rc, steps, worst < 1e-3 ? "ok" : "WRONG");
  return rc || worst >= 1e-3;
}
