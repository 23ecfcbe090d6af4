/* Kernels of a table that do not take the same arguments: which one gets which index is told by the round.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: env PERSISTIFY_FAULT=wrong-arguments not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"

static void set(cl_kernel k, cl_uint at, const cl_mem *what) { need(clSetKernelArg(k, at, sizeof *what, what), "argument"); }

int main(void) {
  cl_kernel rounds[4];
  cl_mem a[2];
  const size_t global = 64;
  int round;
  start("steps.cl", "");
  rounds[0] = kernel_named("add");
  rounds[1] = kernel_named("map");
  rounds[2] = kernel_named("map_back");
  rounds[3] = kernel_named("map_twice");
  a[0] = ints(64, 1);
  a[1] = ints(64, 9);
  for (round = 0; round < 4; round++) {
    set(rounds[round], 0, &a[round % 2]);
    if (round > 0)
      set(rounds[round], 1, &a[(round + 1) % 2]);
    need(clSetKernelArg(rounds[round], round == 0 ? 1 : 2, sizeof round, &round), "round");
    need(clEnqueueNDRangeKernel(queue, rounds[round], 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  }
  show("first", a[0]);
  show("second", a[1]);
  return 0;
}
