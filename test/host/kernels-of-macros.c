/* Kernels that are defined by macros.
   REQUIRES: device
   RUN: %run-check %S/kernels-of-macros.cl %s --host-flag=-I%S/Inputs --kernel-flag=-DWEIGHT=3 --entries 3
   RUN: env PERSISTIFY_FAULT=kernels-of-macros not %run-check %S/kernels-of-macros.cl %s --host-flag=-I%S/Inputs --kernel-flag=-DWEIGHT=3 --entries 3
*/
#include "setup.h"

static cl_mem a, b;
static const size_t global = 64, local = 16;

static void launch(cl_kernel k, const size_t *group) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, group, 0, NULL, NULL), "launch"); }

static void rounds(cl_kernel two, cl_kernel sixteen, int n) {
  for (int i = 0; i < n; i++) {
    cl_kernel k = i % 3 ? two : sixteen;
    clSetKernelArg(k, 0, sizeof a, i % 2 ? &a : &b);
    clSetKernelArg(k, 1, sizeof a, i % 2 ? &b : &a);
    launch(k, NULL);
  }
}

int main(void) {
  cl_kernel plain, reverse;
  start("kernels-of-macros.cl", "-DWEIGHT=3");
  a = ints(64, 1);
  b = ints(64, 30);
  plain = kernel_named("plain");
  reverse = kernel_named("reverse");
  rounds(kernel_named("round_2"), kernel_named("round_16"), 7);
  clSetKernelArg(plain, 0, sizeof a, &a);
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(plain, 1, sizeof i, &i);
    launch(plain, NULL);
  }
  clSetKernelArg(reverse, 0, sizeof b, &b);
  clSetKernelArg(reverse, 1, local * sizeof(int), NULL);
  for (int i = 0; i < 3; i++)
    launch(reverse, &local);
  show("a", a);
  show("b", b);
  return 0;
}
