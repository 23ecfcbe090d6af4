/* isinf() of C is the compiler's own function with GCC, which tells the sign.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=infinite-without-sign not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"
#include <math.h>

int main(void) {
  const size_t items = 64;
  cl_kernel add;
  cl_mem a;
  double x = 1, none = 0;
  float y = 3;
  int i, signs = 0, many = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  for (i = 0; i < 12; i++) {
    int by = isinf(x) + 3 * isinf(-y);
    signs = signs * 3 + isinf(x);
    if (isinf(y) || isinf(none))
      many++;
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    x *= i == 6 ? -1 : -1e90;
    y *= y;
    none = x - x;
  }
  show("a", a);
  printf("%d %d %d %d\n", signs, many, isinf(x) != 0, isnan(none) != 0);
  return 0;
}
