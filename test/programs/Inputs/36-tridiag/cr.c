// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two phases in one outer loop over right-hand sides; each phase a loop over strides.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <CL/cl.h>

#define CL_ASSERT(x) cl_assert_((x), #x, __func__, __LINE__)
static inline void cl_assert_(cl_int rc, const char *text, const char *func, int line)
{
   if (rc == CL_SUCCESS) return;
   fprintf(stderr, "%s:%d: %s = %d\n", func, line, text, rc);
   abort();
}

typedef struct { cl_command_queue queue; cl_kernel fwd, bwd; } solver;

static void launch(const solver *s, cl_kernel k, int n, int stride, size_t items)
{
   size_t group = items < 16 ? 1 : 16, global = (items + group - 1) / group * group;
   int is_fwd = k == s->fwd;
   CL_ASSERT(clSetKernelArg(k, is_fwd ? 1 : 2, sizeof n, &n));
   CL_ASSERT(clSetKernelArg(k, is_fwd ? 2 : 3, sizeof stride, &stride));
   CL_ASSERT(clEnqueueNDRangeKernel(s->queue, k, 1, NULL, &global, &group, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
   int n = argc > 1 ? atoi(argv[1]) : 500, stride, i;
   cl_float4 *rows = malloc(n * sizeof *rows);
   float *x = calloc(n, sizeof *x);
   double *cp = malloc(n * sizeof *cp), *dp = malloc(n * sizeof *dp), worst = 0, next = 0;
   for (i = 0; i < n; i++) {
      cl_float4 r = {{ i ? -1.0f : 0.0f, 4.0f + i % 3, i < n - 1 ? -1.0f : 0.0f, (float)(i % 11) }};
      rows[i] = r;
   }
   cl_platform_id platform; cl_device_id device; cl_int rc;
   CL_ASSERT(clGetPlatformIDs(1, &platform, NULL));
   CL_ASSERT(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
   cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc); CL_ASSERT(rc);
   solver s;
   s.queue = clCreateCommandQueue(context, device, 0, &rc); CL_ASSERT(rc);
   FILE *f = fopen("cr.cl", "r");
   if (!f) return 2;
   char text[4096]; size_t len = fread(text, 1, sizeof text, f); const char *p = text;
   fclose(f);
   cl_program program = clCreateProgramWithSource(context, 1, &p, &len, &rc); CL_ASSERT(rc);
   CL_ASSERT(clBuildProgram(program, 1, &device, "", NULL, NULL));
   s.fwd = clCreateKernel(program, "forward_step", &rc); CL_ASSERT(rc);
   s.bwd = clCreateKernel(program, "backward_step", &rc); CL_ASSERT(rc);
   cl_mem d_rows = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof *rows, rows, &rc); CL_ASSERT(rc);
   cl_mem d_x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof *x, x, &rc); CL_ASSERT(rc);
   CL_ASSERT(clSetKernelArg(s.fwd, 0, sizeof d_rows, &d_rows));
   CL_ASSERT(clSetKernelArg(s.bwd, 0, sizeof d_rows, &d_rows));
   CL_ASSERT(clSetKernelArg(s.bwd, 1, sizeof d_x, &d_x));
   for (stride = 1; 2 * stride <= n; stride *= 2)
      launch(&s, s.fwd, n, stride, n / (2 * stride));
   for (; stride > 0; stride /= 2)
      launch(&s, s.bwd, n, stride, (n + stride) / (2 * stride) + 1);
   CL_ASSERT(clEnqueueReadBuffer(s.queue, d_x, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL));
   for (i = 0; i < n; i++) {
      double a = rows[i].s[0], b = rows[i].s[1], c = rows[i].s[2], d = rows[i].s[3], m = i ? b - a * cp[i - 1] : b;
      cp[i] = c / m;
      dp[i] = (d - (i ? a * dp[i - 1] : 0)) / m;
   }
   for (i = n; i-- > 0;) {
      next = dp[i] - (i < n - 1 ? cp[i] * next : 0);
      worst = fmax(worst, fabs(next - x[i]));
   }
   printf("n %d: %s\n", n, worst < 1e-4 ? "solution ok" : "solution wrong");
   return worst < 1e-4 ? 0 : 1;
}
