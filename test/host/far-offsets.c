/* Ids beyond 2^31, by an offset: a kernel's bound on them sends none away that runs.
   REQUIRES: device
   RUN: %run-check %S/far-offsets.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: env PERSISTIFY_FAULT=near-offsets not %run-check %S/far-offsets.cl %s --host-flag=-I%S/Inputs --entries 1 | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"

int main(void) {
  const cl_uint base = 2147483640u;
  const size_t offset = base, items = 64;
  cl_ulong end = offset + 40;
  cl_uint last = base + 50;
  cl_int beyond = 100;
  cl_kernel wide, narrow, sign;
  cl_mem a;
  int t;
  start("far-offsets.cl", "");
  a = ints(64, 3);
  wide = kernel_named("wide");
  narrow = kernel_named("narrow");
  sign = kernel_named("sign");
  clSetKernelArg(wide, 0, sizeof a, &a);
  clSetKernelArg(wide, 1, sizeof end, &end);
  clSetKernelArg(wide, 2, sizeof base, &base);
  clSetKernelArg(narrow, 0, sizeof a, &a);
  clSetKernelArg(narrow, 1, sizeof last, &last);
  clSetKernelArg(narrow, 2, sizeof base, &base);
  clSetKernelArg(sign, 0, sizeof a, &a);
  clSetKernelArg(sign, 1, sizeof beyond, &beyond);
  clSetKernelArg(sign, 2, sizeof base, &base);
  for (t = 0; t < 6; t++) {
    clEnqueueNDRangeKernel(queue, wide, 1, &offset, &items, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, narrow, 1, &offset, &items, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sign, 1, &offset, &items, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
