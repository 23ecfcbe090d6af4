// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 2-D wave equation: three buffers rotate, a source is switched off after some steps.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <CL/opencl.h>

typedef float real;
#define CHK(e) check((e), __LINE__)
static inline void check(cl_int e, int line) { if (e) { printf("line %d: %d\n", line, e); abort(); } }

int main(int argc, char *argv[]) {
  const int nx = argc > 1 ? atoi(argv[1]) : 60, ny = argc > 2 ? atoi(argv[2]) : 45;
  const int nt = argc > 3 ? atoi(argv[3]) : 50, on = 20;
  const real c2 = 0.2f;
  cl_int e;
  cl_platform_id pf; cl_device_id dv;
  CHK(clGetPlatformIDs(1, &pf, NULL));
  CHK(clGetDeviceIDs(pf, CL_DEVICE_TYPE_DEFAULT, 1, &dv, NULL));
  cl_context cx = clCreateContext(0, 1, &dv, 0, 0, &e); CHK(e);
  cl_command_queue cq = clCreateCommandQueue(cx, dv, 0, &e); CHK(e);
  FILE *fp = fopen("wave.cl", "rb");
  fseek(fp, 0, SEEK_END); long len = ftell(fp); rewind(fp);
  char *txt = malloc(len + 1); txt[fread(txt, 1, len, fp)] = 0; fclose(fp);
  cl_program pr = clCreateProgramWithSource(cx, 1, (const char *[]){txt}, NULL, &e); CHK(e);
  CHK(clBuildProgram(pr, 0, NULL, "-cl-std=CL1.2", NULL, NULL));
  cl_kernel step = clCreateKernel(pr, "wave_step", &e); CHK(e);
  cl_kernel src = clCreateKernel(pr, "source", &e); CHK(e);
  size_t bytes = sizeof(real) * nx * ny;
  real *u = calloc(1, bytes);
  cl_mem b[3];
  for (int i = 0; i < 3; ++i) { b[i] = clCreateBuffer(cx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, u, &e); CHK(e); }
  CHK(clSetKernelArg(step, 3, sizeof nx, &nx));
  CHK(clSetKernelArg(step, 4, sizeof ny, &ny));
  CHK(clSetKernelArg(step, 5, sizeof c2, &c2));
  int at = (ny / 2) * nx + nx / 2;
  CHK(clSetKernelArg(src, 1, sizeof at, &at));
  size_t g[2] = {(size_t)(nx - 2 + 15) / 16 * 16, (size_t)(ny - 2 + 3) / 4 * 4}, one = 1;
  int t, fired = 0;
  for (t = 0; t < nt; t++) {
    if (t < on) {
      real amp = t % 2 ? 0.5f : 1.0f;
      CHK(clSetKernelArg(src, 0, sizeof(cl_mem), &b[1]));
      CHK(clSetKernelArg(src, 2, sizeof amp, &amp));
      CHK(clEnqueueNDRangeKernel(cq, src, 1, NULL, &one, &one, 0, NULL, NULL));
      fired++;
    }
    CHK(clSetKernelArg(step, 0, sizeof(cl_mem), &b[0]));
    CHK(clSetKernelArg(step, 1, sizeof(cl_mem), b + 1));
    CHK(clSetKernelArg(step, 2, sizeof(cl_mem), &b[2]));
    CHK(clEnqueueNDRangeKernel(cq, step, 2, NULL, g, (size_t[]){16, 4}, 0, NULL, NULL));
    cl_mem oldest = b[0];
    b[0] = b[1];
    b[1] = b[2];
    b[2] = oldest;
  }
  CHK(clEnqueueReadBuffer(cq, b[1], CL_TRUE, 0, bytes, u, 0, NULL, NULL));
  real *r[3];
  for (int i = 0; i < 3; i++) r[i] = calloc(1, bytes);
  for (int s = 0; s < nt; s++) {
    if (s < on) r[1][at] += s % 2 ? 0.5f : 1.0f;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        real *c = r[1] + j * nx + i;
        r[2][j * nx + i] = 2 * *c - r[0][j * nx + i] + c2 * (c[-1] + c[1] + c[-nx] + c[nx] - 4 * *c);
      }
    real *o = r[0]; r[0] = r[1]; r[1] = r[2]; r[2] = o;
  }
  double bad = 0;
  for (int i = 0; i < nx * ny; i++) bad = fmax(bad, fabs((double)u[i] - r[1][i]));
  printf("t=%d fired=%d centre=%.3f %s\n", t, fired, u[at], bad < 1e-3 ? "PASS" : "FAIL");
  return !(bad < 1e-3);
}
