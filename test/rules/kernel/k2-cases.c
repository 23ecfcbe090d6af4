// Rule K2: barriers of copies stand only where all work-items of a group come to. In groups of one size and of two.
// PoCL does not run the original rightly.
// REQUIRES: native
// DEFINE: %{files} = %S/k2-cases.cl %s --device native --host-flag=-I%S/../../host/Inputs
// RUN: %run-check %{files} --host-flag=-DLARGE=16 --entries 1
// RUN: %run-check %{files} --host-flag=-DLARGE=5 --entries 1
// RUN: env PERSISTIFY_FAULT=all-come-by not %run-check %{files} --host-flag=-DLARGE=16 --entries 1
#include "setup.h"

enum { N = 240, SMALL = 5 };

int main(void) {
  start("k2-cases.cl", NULL);
  int n = 5, steps[8] = {0, 2, 1, 2, 9};
  size_t all = N, small = SMALL, large = LARGE;
  cl_mem o = ints(N, 0);
  cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof steps, steps, NULL);
  cl_kernel returns = kernel_named("returns"), groups = kernel_named("groups"), continues = kernel_named("continues"),
            stir = kernel_named("stir");
  cl_kernel each[3] = {returns, groups, continues};
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(each[i], 0, sizeof o, &o);
    clSetKernelArg(each[i], 1, sizeof w, &w);
    clSetKernelArg(each[i], 2, sizeof n, &n);
    clSetKernelArg(each[i], 3, 16 * sizeof(int), NULL);
  }
  clSetKernelArg(stir, 0, sizeof o, &o);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, returns, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, groups, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, stir, 1, NULL, &all, &large, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, continues, 1, NULL, &all, &small, 0, NULL, NULL);
  }
  show("o", o);
  return 0;
}
