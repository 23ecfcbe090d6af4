/* A norm each so many steps: another kernel, its sums added by the host, and a line in a file.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file norm.txt --reason PST3017 --entries 5 --allow-kernel heat=8 --allow-kernel squares=5
*/
#include "setup.h"
#include <math.h>
static cl_kernel heat, squares;
static cl_mem sums;
static double norm(cl_mem of, size_t n) {
  float part[64];
  size_t local = 16, k;
  double all = 0;
  clSetKernelArg(squares, 0, sizeof of, &of);
  clSetKernelArg(squares, 1, sizeof sums, &sums);
  clSetKernelArg(squares, 2, local * sizeof(float), NULL);
  clEnqueueNDRangeKernel(queue, squares, 1, NULL, &n, &local, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, sums, CL_TRUE, 0, n / local * sizeof(float), part, 0, NULL, NULL);
  for (k = 0; k < n / local; k++)
    all += part[k];
  return sqrt(all);
}
int main(void) {
  float first[1024];
  cl_mem u, v;
  size_t global[2] = {32, 32};
  int w = 32, h = 32, t;
  float rate = 0.1f;
  FILE *log = fopen("norm.txt", "w");
  start("heat.cl", "");
  heat = kernel_named("heat");
  squares = kernel_named("squares");
  for (t = 0; t < 1024; t++)
    first[t] = (float)(t % 10);
  u = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  v = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  sums = clCreateBuffer(context, 0, 64 * sizeof(float), NULL, NULL);
  for (t = 0; t < 64; ++t) {
    clSetKernelArg(heat, 0, sizeof u, &u);
    clSetKernelArg(heat, 1, sizeof v, &v);
    clSetKernelArg(heat, 2, sizeof w, &w);
    clSetKernelArg(heat, 3, sizeof h, &h);
    clSetKernelArg(heat, 4, sizeof rate, &rate);
    clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
    clSetKernelArg(heat, 0, sizeof v, &v);
    clSetKernelArg(heat, 1, sizeof u, &u);
    clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
    if (t % 16 == 15) {
      fprintf(log, "%d %.3f\n", t, norm(u, 1024));
      fflush(log);
      rewind(log);
    }
  }
  fclose(log);
  printf("%.3f\n", norm(u, 1024));
  return 0;
}
