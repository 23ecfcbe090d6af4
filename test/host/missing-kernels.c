/* Kernels of another device: a program picks one of two files, and in the loop, by what it picked, one of two ways. A way
   whose kernels the file does not define is left to the original loop.
   REQUIRES: device
   DEFINE: %{narrow} = %S/missing-kernels-narrow.cl %s --host-flag=-I%S/Inputs
   DEFINE: %{wide} = %S/missing-kernels-wide.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{narrow} --entries 2
   RUN: %run-check %{wide} --entries 2 -- wide
   RUN: %run-check %S/missing-kernels-narrow.cl %{wide} --entries 2
   RUN: %run-check %S/missing-kernels-narrow.cl %{wide} --expect-fallback "kernel 'narrowOne' is null" -- wide
   RUN: %persistify --explain %S/missing-kernels-narrow.cl %s -o %t -- -I%S/Inputs %cl_inc 2>&1 | FileCheck %s
   CHECK: warning: kernel 'wide' is used by the host, but no kernel source that is given or found defines it [PST2001]
   CHECK: 2 loops transformed, 1 refused
   CHECK: branches with kernel 'wide' are left to the original loop: 'missing-kernels-narrow.cl' does not define it
   RUN: env PERSISTIFY_FAULT=no-missing-kernels not %run-check %{narrow} --entries 2
*/
#include "setup.h"

static int wide;
static cl_kernel narrowOne, wideOne, carryOne, bothOne;

static void add(cl_mem a, int v) {
  size_t global = 64;
  if (wide) {
    global /= 4;
    clSetKernelArg(wideOne, 0, sizeof a, &a);
    clSetKernelArg(wideOne, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, wideOne, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(carryOne, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, carryOne, 1, NULL, &global, NULL, 0, NULL, NULL);
  } else {
    clSetKernelArg(narrowOne, 0, sizeof a, &a);
    clSetKernelArg(narrowOne, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, narrowOne, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(int argc, char **argv) {
  const size_t global = 64;
  wide = argc > 1 && strcmp(argv[1], "wide") == 0;
  start(wide ? "missing-kernels-wide.cl" : "missing-kernels-narrow.cl", "");
  bothOne = kernel_named("both");
  if (wide) {
    wideOne = kernel_named("wide");
    carryOne = kernel_named("carry");
  } else
    narrowOne = kernel_named("narrow");
  cl_mem a = ints(64, 1);
  for (int t = 0; t < 5; t++) {
    add(a, t);
    clSetKernelArg(bothOne, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, bothOne, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (int t = 0; t < 4; t++) {
    if (!wide)
      clEnqueueNDRangeKernel(queue, bothOne, 1, NULL, &global, NULL, 0, NULL, NULL);
    add(a, 2 * t);
  }
  /* Which way it goes changes: with the first file it would come to a kernel that is not there. */
  if (argc > 3)
    for (int t = 0; t < argc; t++) {
      clEnqueueNDRangeKernel(queue, bothOne, 1, NULL, &global, NULL, 0, NULL, NULL);
      if (t % 2)
        clEnqueueNDRangeKernel(queue, wideOne, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  show("a", a);
  return 0;
}
