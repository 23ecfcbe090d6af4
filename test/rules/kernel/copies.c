// Copies at the end of the source: what means the same there, and what does not (PST2022). Without the comparison the
// second program's results are wrong.
// REQUIRES: device
// RUN: %run-check %S/copies.cl %s --host-flag=-DKERNELS='"copies.cl"' --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: %run-check %S/copies-overloaded.cl %s --host-flag=-DKERNELS='"copies-overloaded.cl"' --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2022
// RUN: %run-check %S/copies-packed.cl %s --host-flag=-DKERNELS='"copies-packed.cl"' --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2022
// RUN: %run-check %S/copies-place.cl %s --host-flag=-DKERNELS='"copies-place.cl"' --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2022
#include "setup.h"

int main(void) {
  size_t global = 64;
  start(KERNELS, NULL);
  cl_kernel one = kernel_named("one"), two = kernel_named("two");
  cl_mem a = ints(1024, 0);
  clSetKernelArg(one, 0, sizeof a, &a);
  clSetKernelArg(two, 0, sizeof a, &a);
  for (int d = 0; d < 12; d++) {
    clSetKernelArg(one, 1, sizeof d, &d);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(two, 1, sizeof d, &d);
    clEnqueueNDRangeKernel(queue, two, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
