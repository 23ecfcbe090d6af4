// Rule H9 for macros that no #if can compare: texts, types of two words, floating-point values. The tool is told of
// none of them; what the program gives at run time decides.
// REQUIRES: device
// RUN: %run-check %S/h9-macros.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: %run-check %S/h9-macros.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback "other macros than analysed" -- -DGAIN=2.5f
// RUN: %run-check %S/h9-macros.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback "other macros than analysed" -- -DREAL=short
// RUN: %run-check %S/h9-macros.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback "other macros than analysed" -- "-DMAX(x,y)=min(x,y)"
#include "setup.h"

int main(int argc, char **argv) {
  start("h9-macros.cl", argc > 1 ? argv[1] : "");
  cl_kernel grow = clCreateKernel(program, "grow", NULL);
  cl_mem a = ints(640, 1);
  size_t global = 640;
  clSetKernelArg(grow, 0, sizeof a, &a);
  for (int i = 0; i < 30; i++) {
    clSetKernelArg(grow, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
