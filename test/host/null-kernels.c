/* Kernel handles that the loop only compares: what is taken for granted of them is checked on
   entry, although nothing launches them.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 -- all
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "kernel 'other' is null"
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "are the same object" -- same
*/
#include "setup.h"

static cl_mem a, b;
static const size_t global = 64;

static void step(cl_kernel k, int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  cl_mem x = a;
  a = b;
  b = x;
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  a = ints(64, 1);
  b = ints(64, 2);
  cl_kernel k = kernel_named("map"), other = NULL;
  if (argc > 1)
    other = !strcmp(argv[1], "same") ? k : kernel_named("map");
  for (int t = 0; t < 5; t++)
    step(k, other == NULL ? 1 : 2);
  show("a", a);
  for (int t = 0; t < 5; t++)
    if (other)
      step(k, t);
    else
      step(k, t * 2);
  show("a", a);
  for (int t = 0; t < 5; t++)
    step(k, !other);
  show("a", a);
  for (int t = 0; t < 5; t++)
    step(k, other != k ? 3 : 4);
  show("a", a);
  return 0;
}
