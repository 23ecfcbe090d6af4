// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver.h"
#include <stdio.h>
#include <stdlib.h>
#define N 150
int steps_done(void);
Device the_device, *dev = &the_device;
int main(int argc, char **argv)
{
  static char text[10000]; const char *t = text;
  int a[N], b[N], i, s, e, bad = 0, steps = argc > 1 ? atoi(argv[1]) : 40;
  cl_platform_id p; cl_device_id d; cl_context c; cl_program pr; Grid g;
  FILE *f = fopen("k.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f)) return 2;
  for (i = 0; i < N; i++) { a[i] = 5 * i % 333; b[i] = 0; }
  if (clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0)) return 2;
  c = clCreateContext(0, 1, &d, 0, 0, 0);
  dev->q = clCreateCommandQueue(c, d, 0, 0);
  pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0)) return 2;
  dev->blur = clCreateKernel(pr, "blur", &e); dev->bump = clCreateKernel(pr, "bump", &e);
  g.n = N;
  g.cur = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof a, a, 0);
  g.next = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof b, b, 0);
  if ((e = solve(&g, steps))) { printf("error %d\n", e); return 2; }
  int got[N];
  clEnqueueReadBuffer(dev->q, g.cur, CL_TRUE, 0, sizeof got, got, 0, 0, 0);
  for (s = 0; s < steps; s++) {
    for (i = 0; i < N; i++) b[i] = a[i] / 2 + a[(i + 1) % N] / 2 + s % 7;
    for (i = 0; i < N; i++) a[i] = b[i] + (i & 3);
  }
  for (i = 0; i < N; i++) bad += a[i] != got[i];
  printf("%d steps, %d bad\n", steps_done(), bad);
  return bad != 0;
}
