// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse of a matrix. The pivot's row comes back as a number and is an argument of the next
// launch; the pivot itself is read at an offset that depends on it.
#include <CL/cl.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define RET(x) do { cl_int r_ = (x); if (r_ != CL_SUCCESS) { fprintf(stderr, "gj.c:%d: %d\n", __LINE__, r_); return r_; } } while (0)

enum { FIND, SWAP, SCALE, ELIMINATE, COLUMN, KERNELS };

/* 1 when singular, negative for OpenCL's errors */
static int invert(cl_command_queue q, cl_kernel find, cl_kernel swap, cl_kernel scale, cl_kernel column, cl_kernel eliminate,
                  cl_mem a, cl_mem pivot, cl_mem factors, int n, int *swaps)
{
   int w = 2 * n, col, row;
   size_t wg = 32, wide = w, tall = n, all[2] = { w, n };
   *swaps = 0;
   RET(clSetKernelArg(find, 0, sizeof a, &a));
   RET(clSetKernelArg(find, 1, sizeof n, &n));
   RET(clSetKernelArg(find, 2, sizeof w, &w));
   RET(clSetKernelArg(find, 4, sizeof pivot, &pivot));
   RET(clSetKernelArg(find, 5, wg * sizeof(float), NULL));
   RET(clSetKernelArg(find, 6, wg * sizeof(int), NULL));
   for (col = 0; col < n; col++) {
      float value, factor;
      RET(clSetKernelArg(find, 3, sizeof col, &col));
      RET(clEnqueueNDRangeKernel(q, find, 1, NULL, &wg, &wg, 0, NULL, NULL));
      RET(clEnqueueReadBuffer(q, pivot, CL_TRUE, 0, sizeof row, &row, 0, NULL, NULL));
      if (row < 0)
         return 1;
      if (row != col) {
         RET(clSetKernelArg(swap, 0, sizeof a, &a));
         RET(clSetKernelArg(swap, 1, sizeof w, &w));
         RET(clSetKernelArg(swap, 2, sizeof row, &row));
         RET(clSetKernelArg(swap, 3, sizeof col, &col));
         RET(clEnqueueNDRangeKernel(q, swap, 1, NULL, &wide, NULL, 0, NULL, NULL));
         ++*swaps;
      }
      RET(clEnqueueReadBuffer(q, a, CL_TRUE, (size_t)(col * w + col) * sizeof(float), sizeof value, &value, 0, NULL, NULL));
      factor = 1.0f / value;
      RET(clSetKernelArg(scale, 0, sizeof a, &a));
      RET(clSetKernelArg(scale, 1, sizeof w, &w));
      RET(clSetKernelArg(scale, 2, sizeof col, &col));
      RET(clSetKernelArg(scale, 3, sizeof factor, &factor));
      RET(clEnqueueNDRangeKernel(q, scale, 1, NULL, &wide, NULL, 0, NULL, NULL));
      RET(clSetKernelArg(column, 0, sizeof a, &a));
      RET(clSetKernelArg(column, 1, sizeof factors, &factors));
      RET(clSetKernelArg(column, 2, sizeof w, &w));
      RET(clSetKernelArg(column, 3, sizeof col, &col));
      RET(clEnqueueNDRangeKernel(q, column, 1, NULL, &tall, NULL, 0, NULL, NULL));
      RET(clSetKernelArg(eliminate, 0, sizeof a, &a));
      RET(clSetKernelArg(eliminate, 1, sizeof factors, &factors));
      RET(clSetKernelArg(eliminate, 2, sizeof w, &w));
      RET(clSetKernelArg(eliminate, 3, sizeof col, &col));
      RET(clEnqueueNDRangeKernel(q, eliminate, 2, NULL, all, NULL, 0, NULL, NULL));
   }
   return CL_SUCCESS;
}

int main(int argc, char **argv)
{
   int n = argc > 1 ? atoi(argv[1]) : 24, singular = argc > 2, i, j, k, swaps, rc;
   float *m = calloc(n * n * 2, sizeof *m), *got = malloc(n * n * 2 * sizeof *got);
   for (i = 0; i < n; i++) {
      for (j = 0; j < n; j++)
         m[i * 2 * n + j] = (float)((i * 7 + j * j * 3 + i * j) % 11) - (i == (j + 3) % n ? 20.0f : 0.0f);
      m[i * 2 * n + n + i] = 1.0f;
   }
   if (singular)
      for (i = 0; i < n; i++) m[i * 2 * n + n / 2] = 0;
   cl_platform_id platform; cl_device_id device;
   if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 3;
   cl_context ctx = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
   cl_command_queue q = clCreateCommandQueue(ctx, device, 0, NULL);
   char text[4096];
   FILE *f = fopen("gj.cl", "r");
   size_t len = f ? fread(text, 1, sizeof text, f) : 0;
   const char *t = text;
   if (!len) return 3;
   fclose(f);
   cl_program p = clCreateProgramWithSource(ctx, 1, &t, &len, NULL);
   if (clBuildProgram(p, 1, &device, "", NULL, NULL)) return 3;
   cl_kernel k0 = clCreateKernel(p, "find_pivot", NULL), k1 = clCreateKernel(p, "swap_rows", NULL), k2 = clCreateKernel(p, "scale_row", NULL),
             k3 = clCreateKernel(p, "column", NULL), k4 = clCreateKernel(p, "eliminate", NULL);
   cl_mem a = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * n * 2 * sizeof(float), m, NULL);
   cl_mem pivot = clCreateBuffer(ctx, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
   cl_mem factors = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(float), NULL, NULL);
   rc = invert(q, k0, k1, k2, k3, k4, a, pivot, factors, n, &swaps);
   if (rc == 1) {
      printf("singular after %d swaps\n", swaps);
      return singular ? 0 : 1;
   }
   if (rc) return 3;
   clEnqueueReadBuffer(q, a, CL_TRUE, 0, n * n * 2 * sizeof(float), got, 0, NULL, NULL);
   double worst = 0;
   for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
         double s = i == j ? -1 : 0;
         for (k = 0; k < n; k++) s += (double)m[i * 2 * n + k] * got[k * 2 * n + n + j];
         worst = fmax(worst, fabs(s));
      }
   printf("inverse of order %d, %d swaps: %s\n", n, swaps, worst < 1e-2 ? "ok" : "wrong");
   return worst < 1e-2 ? 0 : 1;
}
