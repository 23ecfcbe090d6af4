// Rule K1: a loop that returns a value, and what leads to its end: surplus work-items would never leave it. So there are none.
// REQUIRES: device
// DEFINE: %{files} = %S/k1-returned.cl %s --host-flag=-I%S/../../host/Inputs
// RUN: %run-check %{files} --host-flag=-DOTHER=5 --entries 1
// RUN: %run-check %{files} --host-flag=-DOTHER=16 --no-persist --reason PST2009
// RUN: env PERSISTIFY_FAULT=rounds-of-others not %run-check %{files} --host-flag=-DOTHER=16 --no-persist --reason PST2009
#include "setup.h"

int main(void) {
  start("k1-returned.cl", NULL);
  int n = 5, steps[8] = {0, 2, 1, 2};
  size_t all = 240, small = 5, other = OTHER;
  cl_mem o = ints(240, 0);
  cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof steps, steps, NULL);
  cl_kernel look = kernel_named("look"), stir = kernel_named("stir");
  clSetKernelArg(look, 0, sizeof o, &o);
  clSetKernelArg(look, 1, sizeof w, &w);
  clSetKernelArg(look, 2, sizeof n, &n);
  clSetKernelArg(stir, 0, sizeof o, &o);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, look, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, stir, 1, NULL, &all, &other, 0, NULL, NULL);
  }
  show("o", o);
  return 0;
}
