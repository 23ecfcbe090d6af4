// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#define W 32
#define cl_ok(...) \
  do { cl_int e_ = (__VA_ARGS__); if (e_ != CL_SUCCESS) { fprintf(stderr, #__VA_ARGS__ ": %d\n", e_); exit(1); } } while (0)

static float relax(float *u, const float *f, int h, int colour, float omega) {
  float worst = 0;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < W - 1; x++)
      if (((x + y) & 1) == colour) {
        int i = y * W + x;
        float r = 0.25f * (u[i - 1] + u[i + 1] + u[i - W] + u[i + W] - f[i]) - u[i];
        u[i] += omega * r;
        worst = fmaxf(worst, fabsf(r));
      }
  return worst;
}

int main(int argc, char **argv) {
  int h = argc > 1 ? atoi(argv[1]) : 40;
  const float eps = 1e-3f;
  float omega = 1.0f;
  size_t bytes = sizeof(float) * W * h;
  float *u = calloc(1, bytes), *f = calloc(1, bytes), *r = calloc(1, bytes);
  for (int i = 0; i < W * h; i++) f[i] = (i % 17) * 0.1f - 0.8f;
  for (int x = 0; x < W; x++) u[x] = r[x] = 5;
  cl_platform_id plat; cl_device_id dev;
  cl_ok(clGetPlatformIDs(1, &plat, NULL));
  cl_ok(clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, NULL));
  cl_context ctx = clCreateContext(NULL, 1, &dev, NULL, NULL, NULL);
  cl_command_queue q = clCreateCommandQueue(ctx, dev, 0, NULL);
  char buf[4096], options[64]; const char *src = buf;
  FILE *file = fopen("color_red.cl", "r");
  assert(file);
  buf[fread(buf, 1, sizeof buf - 1, file)] = 0;
  snprintf(options, sizeof options, "-DW=%d", W);
  cl_program prog = clCreateProgramWithSource(ctx, 1, &src, NULL, NULL);
  cl_ok(clBuildProgram(prog, 1, &dev, "-DW=32", NULL, NULL));
  cl_kernel k = clCreateKernel(prog, "sor", NULL);
  cl_mem du = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, bytes, u, NULL), df = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, bytes, f, NULL);
  cl_mem dw = clCreateBuffer(ctx, 0, sizeof(cl_uint), NULL, NULL);
  cl_ok(clSetKernelArg(k, 0, sizeof du, &du));
  cl_ok(clSetKernelArg(k, 1, sizeof df, &df));
  cl_ok(clSetKernelArg(k, 2, sizeof h, &h));
  cl_ok(clSetKernelArg(k, 5, sizeof dw, &dw));
  size_t g[] = {W, h > 2 ? h - 2 : 1};
  int sweeps = 0;
  union { float f; uint32_t u; } unused;
  float worst;
  (void)unused;
  do {
    cl_ok(clEnqueueFillBuffer(q, dw, &(cl_uint){0}, sizeof(cl_uint), 0, sizeof(cl_uint), 0, NULL, NULL));
    for (int colour = 0; colour < 2; colour++) {
      cl_ok(clSetKernelArg(k, 3, sizeof colour, &colour));
      cl_ok(clSetKernelArg(k, 4, sizeof omega, &omega));
      cl_ok(clEnqueueNDRangeKernel(q, k, 2, NULL, g, NULL, 0, NULL, NULL));
    }
    cl_ok(clEnqueueReadBuffer(q, dw, CL_TRUE, 0, sizeof worst, &worst, 0, NULL, NULL));
    sweeps++;
    if (omega < 1.7f) omega += 0.05f; /* Chebyshev for the poor */
  } while (worst > eps && sweeps < 1000);
  cl_ok(clEnqueueReadBuffer(q, du, CL_TRUE, 0, bytes, u, 0, NULL, NULL));
  float om = 1.0f, rw; int rs = 0;
  do {
    rw = relax(r, f, h, 0, om);
    rw = fmaxf(rw, relax(r, f, h, 1, om));
    rs++;
    if (om < 1.7f) om += 0.05f;
  } while (rw > eps && rs < 1000);
  double diff = 0;
  for (int i = 0; i < W * h; i++) diff = fmax(diff, fabs(u[i] - r[i]));
  printf("%d sweeps, omega %.2f: %s\n", sweeps, omega, diff < 2e-2 && abs(sweeps - rs) < 3 ? "ok" : "WRONG");
  return !(diff < 2e-2 && abs(sweeps - rs) < 3);
}
