// Rule K4: many virtual groups after each other in one arena, kernels with different needs, __local arguments that
// change in the loop, alignment behind odd sizes, sizeof of a local array.
// REQUIRES: device
// RUN: %run-check %S/k4-arena.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  start("k4-arena.cl", NULL);
  cl_int err;
  cl_kernel fill = clCreateKernel(program, "fill", &err);
  cl_kernel wide = clCreateKernel(program, "wide", &err);
  cl_mem in = ints(1600, 1), out = ints(1600, 0);
  size_t global = 1600, local = 16;
  const cl_int n = 16;
  need(clSetKernelArg(fill, 0, sizeof(cl_mem), &in), "arg");
  need(clSetKernelArg(fill, 1, sizeof(cl_mem), &out), "arg");
  need(clSetKernelArg(wide, 0, sizeof(cl_mem), &out), "arg");
  need(clSetKernelArg(wide, 1, 40, NULL), "bytes");
  need(clSetKernelArg(wide, 2, 32 * sizeof(cl_float4), NULL), "vectors");
  need(clSetKernelArg(wide, 3, 32 * sizeof(cl_int), NULL), "words");
  need(clSetKernelArg(wide, 4, sizeof n, &n), "items");
  for (int i = 0; i < 10; i++) {
    need(clSetKernelArg(fill, 2, sizeof i, &i), "salt");
    need(clEnqueueNDRangeKernel(queue, fill, 1, NULL, &global, &local, 0, NULL, NULL), "fill");
    if (i % 3 == 1) { // the pieces move
      need(clSetKernelArg(wide, 1, 16 + i, NULL), "bytes");
      need(clSetKernelArg(wide, 2, (26 - i) * sizeof(cl_float4), NULL), "vectors");
      need(clSetKernelArg(wide, 3, (16 + i) * sizeof(cl_int), NULL), "words");
    }
    need(clEnqueueNDRangeKernel(queue, wide, 1, NULL, &global, &local, 0, NULL, NULL), "wide");
    need(clEnqueueCopyBuffer(queue, out, in, 0, 400, 3200, 0, NULL, NULL), "copy");
  }
  show("in", in), show("out", out);
  return 0;
}
