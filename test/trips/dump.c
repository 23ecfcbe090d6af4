/* A debugging dump that the build switches on, in the loop's own text.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file dump.txt --reason PST3017 --entries 8 --allow-kernel rule=7 --allow-kernel accumulate=7
*/
#include "setup.h"
#define DUMP 1
#define EVERY 6
int main(void) {
  cl_kernel rule, accumulate;
  cl_mem a, b, total;
  unsigned char cells[200];
  int sums[200], n = 200, bits = 30, i, k;
  size_t global = 200;
  start("cell.cl", "");
  rule = kernel_named("rule");
  accumulate = kernel_named("accumulate");
  memset(cells, 0, sizeof cells);
  cells[77] = 1;
  memset(sums, 0, sizeof sums);
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(context, 0, sizeof cells, NULL, NULL);
  total = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof sums, sums, NULL);
  clSetKernelArg(rule, 2, sizeof n, &n);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  clSetKernelArg(accumulate, 0, sizeof total, &total);
  for (i = 0; i < 40; i++) {
    cl_mem *from = i & 1 ? &b : &a, *to = i & 1 ? &a : &b;
    clSetKernelArg(rule, 0, sizeof *from, from);
    clSetKernelArg(rule, 1, sizeof *to, to);
    clEnqueueNDRangeKernel(queue, rule, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(accumulate, 1, sizeof *to, to);
    clEnqueueNDRangeKernel(queue, accumulate, 1, NULL, &global, NULL, 0, NULL, NULL);
#ifdef DUMP
    if (i % EVERY == 0) {
      FILE *f = fopen("dump.txt", i == 0 ? "w" : "a");
      clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL);
      for (k = 0; k < n; k++)
        fprintf(f, "%d%c", sums[k], k == n - 1 ? '\n' : ' ');
      fclose(f);
    }
#endif
  }
  show("total", total);
  (void)k;
  return 0;
}
