/* Loops of one file whose kernels come from two sources, and the address of an array as that of its elements.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %S/lower.cl %s --host-flag=-I%S/Inputs --entries 3
*/
#include "setup.h"

static const size_t global[1] = {64};
static size_t local[1] = {16};

static void start_program(const char *file) {
  static char text[4096];
  const char *source = text;
  FILE *in = fopen(file, "r");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
}

int main(void) {
  cl_mem a;
  cl_kernel up, down;
  int i, last = 0;
  start("steps.cl", "");
  up = kernel_named("add");
  start_program("lower.cl");
  down = kernel_named("lower");
  a = ints(64, 0);
  clSetKernelArg(up, 0, sizeof a, &a);
  clSetKernelArg(down, 0, sizeof a, &a);
  for (i = 0; i < 9; i++) {
    clSetKernelArg(up, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, up, 1, NULL, (const size_t *)&global, (size_t *)&local, 0, NULL, NULL);
  }
  for (i = 0; i < 5; i++) {
    clSetKernelArg(down, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, down, 1, NULL, (const size_t *)&global, local, 0, NULL, NULL);
  }
  while (last < 41) {
    clSetKernelArg(up, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, up, 1, NULL, global, (size_t *)local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof last, &last, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
