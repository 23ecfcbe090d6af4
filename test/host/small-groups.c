// Work-groups of two items, in a branch: PoCL's compiler would end the program, so the original loop runs. Of four,
// the persistent kernel.
// REQUIRES: device
// RUN: %run-check %S/size-hints.cl %s --entries 0 --expect-fallback "work-groups of 2 items and barriers under conditions" --host-flag=-I%S/Inputs -- 2
// RUN: %run-check %S/size-hints.cl %s --entries 1 --host-flag=-I%S/Inputs -- 4
#include "setup.h"

int main(int argc, char **argv) {
  cl_mem v, w;
  cl_kernel rest, back;
  size_t size = 80, local = (size_t)atoi(argv[argc - 1]);
  int n = 80;
  start("size-hints.cl", "");
  v = ints(80, 3), w = ints(80, 1), rest = kernel_named("rest"), back = kernel_named("back");
  clSetKernelArg(rest, 0, sizeof v, &v), clSetKernelArg(rest, 1, sizeof w, &w), clSetKernelArg(rest, 2, sizeof n, &n);
  clSetKernelArg(back, 0, sizeof v, &v), clSetKernelArg(back, 1, sizeof w, &w), clSetKernelArg(back, 2, sizeof n, &n);
  for (int t = 0; t < 4; t++) {
    if (n > 50)
      need(clEnqueueNDRangeKernel(queue, rest, 1, NULL, &size, &local, 0, NULL, NULL), "rest");
    need(clEnqueueNDRangeKernel(queue, back, 1, NULL, &size, NULL, 0, NULL, NULL), "back");
  }
  show("v", v);
  return 0;
}
