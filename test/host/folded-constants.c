/* Constants that GCC computes and C does not call so: of other constants, and of functions that it knows.
   REQUIRES: device, gcc
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --cc gcc --entries 1
   RUN: sed 's/pow(2.0, 3)/atof("8")/' %s > %t.c
   RUN: not %persistify %S/steps.cl %t.c -o %t.out -- -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: :[[#]]:[[#]]: error: initializer element is not a compile-time constant [PST9003]
*/
#include <math.h>
#include "setup.h"

static const int cells = 64;
const int half = cells / 2;
const double scale = (pow(2.0, 3) - 1) / 7 * half;
static float gain[] = {1, cells / 16.0f, half > 4 ? 3 : 5};

int main(void) {
  static const int rounds = half / 4;
  const size_t global = cells;
  cl_kernel add;
  cl_mem m;
  int i, by = 0;
  start("steps.cl", "");
  m = ints(cells, 1);
  add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof m, &m);
  for (i = 0; i < rounds; i++) {
    by = (int)(gain[i % 3] * scale) + half;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("added", m);
  printf("%d\n", by);
  return 0;
}
