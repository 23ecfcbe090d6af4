/* Reads of fewer bytes than a variable has: the others stay, whatever its type.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 5
   RUN: env PERSISTIFY_FAULT=bytes-of-floats not %{check} --entries 5 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=part-alone not %{check} --entries 5 | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"

static cl_kernel add;
static cl_mem data;
static void step(int by) {
  size_t items = 64;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void part(void *to, size_t from, size_t bytes) {
  clEnqueueReadBuffer(queue, data, CL_TRUE, from, bytes, to, 0, NULL, NULL);
}

int main(void) {
  float f = 1.5f;
  double d = -2.25, list[2] = {1, 2};
  int i, j, k = -1, sum = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(64, 3);
  clSetKernelArg(add, 0, sizeof data, &data);

  for (i = 0; i < 9; i++) {
    step(i);
    part(&f, 4, 2);
    step(f > 1.5f);
  }
  for (i = 0; i < 9; i++) {
    step(i);
    part(&d, 8, 5);
    step(d < -2.25);
  }
  for (i = 0; i < 9; i++) {
    step(i);
    part(&list[i & 1], 4, 3);
    step(list[0] > 1);
  }
  for (i = 0; i < 9; i++) {
    step(i);
    part(&k, 12, 1);
    step(k & 3);
  }
  for (i = 0; i < 9; i++) {
    step(i);
    for (j = 0; j < 4; j++) {
      k = -1 - i;
      part(&k, 4 * (size_t)j, 2);
      sum += k;
    }
    step(sum & 7);
  }
  printf("%a %a %a %a %d %d\n", f, d, list[0], list[1], k, sum);
  show("data", data);
  return 0;
}
