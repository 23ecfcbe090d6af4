// Options of clCompileProgram are those of the kernels, as clBuildProgram's are. What is linked has no source of its own: the
// original loop runs, and says why.
// REQUIRES: device
// RUN: %run-check %S/linked.cl %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "the program has no source"
#include "setup.h"

static cl_program linked(const char *options) {
  cl_program part, whole;
  cl_int err;
  static char text[1024];
  const char *source = text;
  FILE *in = fopen("linked.cl", "r");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  part = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(err, "source");
  need(clCompileProgram(part, 1, &device, options, 0, NULL, NULL, NULL, NULL), "compile");
  whole = clLinkProgram(context, 1, &device, NULL, 1, &part, NULL, NULL, &err);
  need(err, "link");
  return whole;
}

int main(void) {
  size_t items = 64;
  int seen = 0;
  start("steps.cl", NULL); // a queue, and another program
  cl_kernel k = clCreateKernel(linked("-DSTEP=3"), "add", NULL);
  cl_mem a = ints(64, 5);
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof seen, &seen, 0, NULL, NULL);
  }
  printf("%d\n", seen);
  show("a", a);
  return 0;
}
