// The first guess of the work-group size is the largest local size that the host's variables have when the loop begins.
// Those of launches that are not made say nothing: one is zero, one more than any device allows.
// REQUIRES: device
// RUN: %run-check %S/size-hints.cl %s --entries 2 --host-flag=-I%S/Inputs
#include "setup.h"

int main(int argc, char **argv) {
  cl_mem v, w;
  cl_kernel rest, back;
  size_t size = 80, none = (size_t)argc - 1, huge = 100000 * (size_t)argc, local = 16 * (size_t)argc;
  int n = 80;
  (void)argv;
  start("size-hints.cl", "");
  v = ints(80, 3), w = ints(80, 1), rest = kernel_named("rest"), back = kernel_named("back");
  clSetKernelArg(rest, 0, sizeof v, &v), clSetKernelArg(rest, 1, sizeof w, &w), clSetKernelArg(rest, 2, sizeof n, &n);
  clSetKernelArg(back, 0, sizeof v, &v), clSetKernelArg(back, 1, sizeof w, &w), clSetKernelArg(back, 2, sizeof n, &n);
  for (int t = 0; t < 4; t++) {
    if (none > 0)
      need(clEnqueueNDRangeKernel(queue, rest, 1, NULL, &size, &huge, 0, NULL, NULL), "huge");
    need(clEnqueueNDRangeKernel(queue, rest, 1, NULL, &size, &local, 0, NULL, NULL), "rest");
    need(clEnqueueNDRangeKernel(queue, back, 1, NULL, &size, NULL, 0, NULL, NULL), "back");
  }
  show("v", v);
  for (int t = 0; t < 4; t++) {
    if (none > 0)
      need(clEnqueueNDRangeKernel(queue, rest, 1, NULL, &size, &none, 0, NULL, NULL), "none");
    need(clEnqueueNDRangeKernel(queue, back, 1, NULL, &size, NULL, 0, NULL, NULL), "back");
  }
  show("v", v);
  return 0;
}
