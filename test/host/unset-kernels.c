/* Kernel handles that were never set, where the program would be asked which of several kernels they hold: a loop that does
   not come by them, and one that makes no trip. The words stand for what memory happened to hold.
   REQUIRES: device
   RUN: %run-check %S/given-kernels-a.cl %s --host-flag=-I%S/Inputs --expect-fallback "is not a kernel"
   RUN: %run-check %S/given-kernels-a.cl %S/given-kernels-b.cl %s --host-flag=-I%S/Inputs --expect-fallback "is not a kernel"
*/
#include "setup.h"

static size_t global = 64;

static void maybe(cl_kernel k, cl_mem a, int n) {
  int i;
  for (i = 0; i < n; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(void) {
  static long words[4] = {0x1234, 3, 4, 5};
  cl_mem a;
  start("given-kernels-a.cl", "");
  a = ints(64, 1);
  maybe((cl_kernel)words, a, 0);
  maybe((cl_kernel)(void *)8, a, 0);
  show("nothing", a);
  return 0;
}
