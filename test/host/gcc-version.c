/* A program that asks for the version of GCC is analysed as a GCC of today reads it; where it asks for a newer one still, it is as it was.
   REQUIRES: device, gcc
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 --cc gcc
   RUN: %{check} --entries 1 --cc gcc --host-flag=-DWITH_CLANG
   RUN: env PERSISTIFY_FAULT=old-gcc CHECK_BUILDS= not %{check} --entries 1 --cc gcc | FileCheck %s
   CHECK: original loop: not compiled as analysed: '#if {{.*}}__GNUC__ >= 5' of gcc-version.c is true
   RUN: %{check} --cc gcc --host-flag=-DWANTED=12 --expect-fallback "'#if __GNUC__ >= WANTED' of gcc-version.c is true"
*/
#include <complex.h>
#include <math.h>
#include "setup.h"
#if defined(__GNUC__) && __GNUC__ >= 5
#define BY 3
#else
#define BY 5
#endif
#ifdef WANTED
#if __GNUC__ >= WANTED
#undef BY
#define BY 7
#endif
#endif
#if defined WITH_CLANG && defined __clang__
#undef BY
#define BY 11
#endif

int main(void) {
  cl_kernel add;
  cl_mem data;
  size_t items = 64;
  int i;
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(64, 3);
  clSetKernelArg(add, 0, sizeof data, &data);
  for (i = 0; i < 20; i++) {
    int by = i * BY;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("data", data);
  return 0;
}
