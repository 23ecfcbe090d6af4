/* Arithmetic of the host is only moved where it rounds as a device does.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --compiler-flag=-frounding-math --link=-lm --entries 1 -- 0
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --compiler-flag=-frounding-math --link=-lm --expect-fallback "does not round to nearest" -- 1
*/
#include "setup.h"
#include <fenv.h>

int main(int argc, char **argv) {
  size_t items = 64;
  cl_mem a;
  cl_kernel add;
  double d = 0.1;
  float f = 0.1f;
  int i = 30, v = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  if (argc > 1 && atoi(argv[1]))
    fesetround(FE_TOWARDZERO);
  for (i = 0; i < 20; i++) {
    d = d * 1.7 + 0.3;
    f = f * 1.7f + 0.3f;
    v = (int)(d * 1e3) ^ (int)f;
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  fesetround(FE_TONEAREST);
  printf("%d %a %a\n", v, d, f);
  show("a", a);
  return 0;
}
