// Ways around barriers in statements without braces: else if, labels, loops, macros that are statements.
// REQUIRES: device
// RUN: %run-check %S/k1-unbraced.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: env PERSISTIFY_FAULT=crossed-text not %run-check %S/k1-unbraced.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  size_t global = 128, local = 16;
  start("k1-unbraced.cl", "");
  cl_kernel kernels[4] = {kernel_named("chain"), kernel_named("mixed"), kernel_named("loops"), kernel_named("cases")};
  cl_mem a = ints(128, 1);
  for (int n = 0; n < 8; n++) {
    int m = n % 4;
    for (int k = 0; k < 4; k++) {
      clSetKernelArg(kernels[k], 0, sizeof a, &a);
      clSetKernelArg(kernels[k], 1, sizeof n, &n);
      clSetKernelArg(kernels[k], 2, sizeof m, &m);
      clEnqueueNDRangeKernel(queue, kernels[k], 1, NULL, &global, &local, 0, NULL, NULL);
    }
  }
  show("a", a);
  return 0;
}
