// Names of the program that are those of the device library and of generated code, also in build options.
// REQUIRES: device
// RUN: %run-check %S/names-own.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: env PERSISTIFY_FAULT=own-names not %run-check %S/names-own.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: %run-check %S/names-own.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --host-flag=-DLOCAL=64 \
// RUN:   --host-flag=-DOPTIONS='"-Dn=5 -D groups -DP_SINGLE=2"'
#include "setup.h"
#ifndef LOCAL
#define LOCAL 16
#endif
#ifndef OPTIONS
#define OPTIONS ""
#endif

int main(void) {
  struct { int v, ids, phase; } e = {2, 3, 4};
  size_t global = 256, local = LOCAL, other = 32;
  start("names-own.cl", OPTIONS);
  cl_kernel one = kernel_named("p_barrier"), two = kernel_named("P_PHASE");
  cl_mem a = ints(256, 1), b = ints(3 * 256, 5);
  clSetKernelArg(one, 0, sizeof a, &a);
  clSetKernelArg(one, 2, 64 * sizeof(int), NULL);
  clSetKernelArg(two, 0, sizeof b, &b);
  clSetKernelArg(two, 1, sizeof a, &a);
  for (int p_state = 0; p_state < 10; p_state++) {
    e.v = p_state;
    clSetKernelArg(one, 1, sizeof e, &e);
    clSetKernelArg(one, 3, sizeof p_state, &p_state);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(two, 2, sizeof p_state, &p_state);
    clEnqueueNDRangeKernel(queue, two, 1, NULL, &global, &other, 0, NULL, NULL);
  }
  show("a", a);
  show("b", b);
  printf("e %d\n", e.v);
  return 0;
}
