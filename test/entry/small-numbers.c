/* Arithmetic of the host is only moved where very small numbers are what they are on a device.
   REQUIRES: device, x86
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 1 -- 0
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "makes very small numbers zero" -- 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "makes very small numbers zero" -- 2
*/
#include "setup.h"
#include <xmmintrin.h>

int main(int argc, char **argv) {
  size_t items = 64;
  cl_mem a;
  cl_kernel add;
  float f = 1;
  int i, v = 0, mode = argc > 1 ? atoi(argv[1]) : 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  if (mode == 1)
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  if (mode == 2)
    _mm_setcsr(_mm_getcsr() | 0x40); /* operands are zero */
  for (i = 0; i < 20; i++) {
    f = f * 0.007f;
    v += (f > 0) + (f + f > 0);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  printf("%d\n", v);
  show("a", a);
  return 0;
}
