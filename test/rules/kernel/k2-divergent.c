// Rule K2: a return that some items of a group take in front of a barrier. The source is left alone.
// REQUIRES: device
// RUN: %run-check %S/k2-divergent.cl %s --host-flag=-I%S/../../host/Inputs --no-persist --reason PST2005
// RUN: rm -rf %t && not %persistify %S/k2-divergent.cl %s -o %t -- -I%S/../../host/Inputs %cl_inc > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// CHECK: k2-divergent.cl:6:{{[0-9]+}}: warning: {{.*}}kernel 'advance': a return can skip a barrier
#include "setup.h"

int main(void) {
  start("k2-divergent.cl", NULL);
  cl_kernel advance = clCreateKernel(program, "advance", NULL);
  cl_mem a = ints(256, 0);
  size_t g = 256, l = 64;
  cl_int n = 256; // here no item returns; for 250 the original is undefined
  clSetKernelArg(advance, 0, sizeof a, &a);
  clSetKernelArg(advance, 1, sizeof n, &n);
  for (int i = 0; i < 5; i++)
    clEnqueueNDRangeKernel(queue, advance, 1, NULL, &g, &l, 0, NULL, NULL);
  show("a", a);
  return 0;
}
