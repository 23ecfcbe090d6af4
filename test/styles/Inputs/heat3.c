/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Heat in a box: 3-D ranges with an offset, doubles, coefficients in a __constant
 * buffer that another kernel changes, and a copy in place of swapped pointers. */
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Box { int nx, ny, nz; size_t cells, bytes; } Box;
typedef struct Gpu { cl_context c; cl_command_queue q; cl_kernel heat, cool; cl_mem a, b, coef; } Gpu;

static Box *box_new(int nx, int ny, int nz)
{
  Box *b = malloc(sizeof *b);
  b->nx = nx; b->ny = ny; b->nz = nz;
  b->cells = (size_t)nx * ny * nz;
  b->bytes = b->cells * sizeof(double);
  return b;
}

static int gpu_init(Gpu *g)
{
  cl_platform_id p; cl_device_id d; cl_program prg; FILE *f; long n; char *s;
  if (clGetPlatformIDs(1, &p, NULL) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL)) return -1;
  g->c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
  g->q = clCreateCommandQueue(g->c, d, 0, NULL);
  if (!(f = fopen("heat3.cl", "rb"))) return -2;
  fseek(f, 0, SEEK_END); n = ftell(f); fseek(f, 0, SEEK_SET);
  s = calloc(1, n + 1);
  if ((long)fread(s, 1, n, f) != n) return -3;
  fclose(f);
  prg = clCreateProgramWithSource(g->c, 1, (const char **)&s, NULL, NULL);
  if (clBuildProgram(prg, 1, &d, NULL, NULL, NULL)) return -4;
  g->heat = clCreateKernel(prg, "heat", NULL);
  g->cool = clCreateKernel(prg, "cool", NULL);
  clReleaseProgram(prg);
  free(s);
  return 0;
}

static int gpu_run(Gpu *g, const Box *b, int steps)
{
  const size_t org[3] = {1, 1, 1}, dim[3] = {b->nx - 2, b->ny - 2, b->nz - 2}, one[1] = {1};
  int done = 0;
  while (1) {
    if (done == steps) break;
    clSetKernelArg(g->heat, 0, sizeof(cl_mem), &g->a);
    clSetKernelArg(g->heat, 1, sizeof(cl_mem), &g->b);
    clSetKernelArg(g->heat, 2, sizeof(int), &b->nx);
    clSetKernelArg(g->heat, 3, sizeof(int), &b->ny);
    clSetKernelArg(g->heat, 4, sizeof(cl_mem), &g->coef);
    if (clEnqueueNDRangeKernel(g->q, g->heat, 3, org, dim, NULL, 0, NULL, NULL)) return -1;
    if (clEnqueueCopyBuffer(g->q, g->b, g->a, 0, 0, b->bytes, 0, NULL, NULL)) return -2;
    if (++done % 5 == 0) {
      clSetKernelArg(g->cool, 0, sizeof(cl_mem), &g->coef);
      if (clEnqueueNDRangeKernel(g->q, g->cool, 1, NULL, one, NULL, 0, NULL, NULL)) return -3;
      continue;
    }
    clEnqueueBarrierWithWaitList(g->q, 0, NULL, NULL);
  }
  return clFinish(g->q) == CL_SUCCESS ? done : -4;
}

int main(int argc, char **argv)
{
  Box *b = box_new(argc > 1 ? atoi(argv[1]) : 14, argc > 2 ? atoi(argv[2]) : 9, argc > 3 ? atoi(argv[3]) : 11);
  int steps = argc > 4 ? atoi(argv[4]) : 23, x, y, z, s, rc;
  Gpu g;
  double *t = malloc(b->bytes), *u = malloc(b->bytes), *r = malloc(b->bytes), coef[4] = {0.4, 0.1, 0.1, 0.1}, worst = 0;
  size_t i;
  if ((rc = gpu_init(&g)) != 0) { printf("init %d\n", rc); return 1; }
  for (i = 0; i < b->cells; i++) t[i] = u[i] = r[i] = (double)(i % 97);
  g.a = clCreateBuffer(g.c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, b->bytes, t, NULL);
  g.b = clCreateBuffer(g.c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, b->bytes, t, NULL);
  g.coef = clCreateBuffer(g.c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof coef, coef, NULL);
  rc = gpu_run(&g, b, steps);
  clEnqueueReadBuffer(g.q, g.a, CL_TRUE, 0, b->bytes, t, 0, NULL, NULL);
  for (s = 1; s <= steps; s++) {
    for (z = 1; z < b->nz - 1; z++)
      for (y = 1; y < b->ny - 1; y++)
        for (x = 1; x < b->nx - 1; x++) {
          const double *p = u + ((size_t)z * b->ny + y) * b->nx + x;
          int sy = b->nx, sz = b->nx * b->ny;
          r[p - u] = coef[0] * *p + coef[1] * (p[-1] + p[1]) + coef[2] * (p[-sy] + p[sy]) + coef[3] * (p[-sz] + p[sz]);
        }
    memcpy(u, r, b->bytes);
    if (s % 5 == 0) { coef[0] = coef[0] * 0.5 + 0.5; coef[1] *= 0.5; coef[2] *= 0.5; coef[3] *= 0.5; }
  }
  for (i = 0; i < b->cells; i++) worst = fmax(worst, fabs(t[i] - u[i]));
  printf("%d steps, %s\n", rc, worst < 1e-9 ? "ok" : "WRONG");
  return rc != steps || !(worst < 1e-9);
}
