/* Sizes of local arguments that are computed: a choice, and one that may become 0, which the device notices before it would launch.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/local-sizes.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 2
   RUN: %{check} --host-flag=-DMAY_BE_NONE --expect-fallback "local size"
   RUN: env PERSISTIFY_FAULT=bare-sizes CHECK_BUILDS= not %{check} --host-flag=-DMAY_BE_NONE --expect-fallback "local size" | FileCheck %s
   CHECK: run-check: FAILED
*/
#include "setup.h"
#ifdef MAY_BE_NONE
#define SIZE(i) ((size_t)(i)*32 & 96)
#else
#define SIZE(i) (((size_t)(i)*32 & 96) + 32)
#endif

static cl_mem out;
static void part(cl_kernel k, int by) {
  size_t items = 64, group = 8;
  clSetKernelArg(k, 3, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &group, 0, NULL, NULL);
}

int main(void) {
  cl_kernel k;
  int i, wide = 0;
  start("local-sizes.cl", "");
  k = kernel_named("part");
  out = ints(64, 0);
  clSetKernelArg(k, 0, sizeof out, &out);
  clSetKernelArg(k, 2, 32, NULL);
#ifndef MAY_BE_NONE
  for (wide = 0; wide < 2; wide++)
    for (i = 0; i < 6; i++) {
      clSetKernelArg(k, 1, wide ? 4 * (size_t)(i + 8) : 32, NULL);
      part(k, i);
    }
#endif
  for (i = 1; i < 9; i++) {
    clSetKernelArg(k, 1, SIZE(i), NULL);
    part(k, i);
  }
  show("out", out);
  return wide > 2;
}
