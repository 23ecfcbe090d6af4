/* Kernels whose names stand in parentheses: one or two, with a declaration in front and a __local array, by a macro.
   REQUIRES: device
   RUN: %run-check %S/kernel-headers.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: env PERSISTIFY_FAULT=names-in-parentheses not %run-check %S/kernel-headers.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"

static cl_mem cells;

static void run(cl_kernel k, int v) {
  const size_t items = 64, local = 8;
  need(clSetKernelArg(k, 0, sizeof cells, &cells), "cells");
  need(clSetKernelArg(k, 1, sizeof v, &v), "v");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &local, 0, NULL, NULL), "launch");
}

int main(void) {
  start("kernel-headers.cl", "");
  cells = ints(64, 1);
  cl_kernel plain = kernel_named("plain"), twice = kernel_named("twice");
  for (int i = 0; i < 5; i++)
    run(plain, i);
  show("plain", cells);
  for (int i = 0; i < 5; i++) {
    run(twice, i);
    run(plain, 3);
  }
  show("twice", cells);
  cl_kernel declared = kernel_named("declared");
  int n = 0;
  while (n < 4)
    run(declared, n++);
  show("declared", cells);
  cl_kernel made = kernel_named("made");
  do
    run(made, n);
  while (--n);
  show("made", cells);
  return 0;
}
