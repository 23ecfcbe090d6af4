// Rule K2: variables that are the same for a group at some places only. In groups of two sizes, so that some of the
// device's work-items do nothing but come by the barriers.
// REQUIRES: device
// RUN: %run-check %S/k2-again.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: env PERSISTIFY_FAULT=values-stay not %run-check %S/k2-again.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: %long env PERSISTIFY_FAULT=each-definition not %run-check %S/k2-again.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

enum { N = 240, SMALL = 5, LARGE = 16 };

int main(void) {
  start("k2-again.cl", NULL);
  int n = 5, steps[8] = {0, 2, 1, 2, 0, 9, 1, 1};
  size_t all = N, small = SMALL, large = LARGE;
  cl_mem o = ints(N, 0);
  cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof steps, steps, NULL);
  cl_kernel counter = kernel_named("counter"), skips = kernel_named("skips"), asked = kernel_named("asked"),
            helped = kernel_named("helped"), ways = kernel_named("ways"), stir = kernel_named("stir");
  cl_kernel each[5] = {counter, skips, asked, helped, ways};
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(each[i], 0, sizeof o, &o);
    clSetKernelArg(each[i], 1, sizeof w, &w);
    clSetKernelArg(each[i], 2, sizeof n, &n);
    clSetKernelArg(each[i], 3, LARGE * sizeof(int), NULL);
  }
  clSetKernelArg(stir, 0, sizeof o, &o);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, counter, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, stir, 1, NULL, &all, &large, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, skips, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, asked, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, stir, 1, NULL, &all, &large, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, helped, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, ways, 1, NULL, &all, &small, 0, NULL, NULL);
  }
  show("o", o);
  return 0;
}
