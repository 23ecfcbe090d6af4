// Rule K3: groups that hand a turn to each other have a resident group each; with fewer, the original loop runs
// (in which the groups come one after the other, so that it ends).
// REQUIRES: device
// RUN: %run-check %S/k3-spin.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
// RUN: %run-check %S/k3-spin.cl %s --host-flag=-I%S/../../host/Inputs --env PERSISTIFY_GROUPS=1 --expect-fallback "line 18: kernel 'relay' waits for other work-groups: 2 groups, 1 resident"
#include "setup.h"

int main(void) {
  start("k3-spin.cl", NULL);
  cl_kernel relay = clCreateKernel(program, "relay", NULL);
  cl_mem turn = ints(1, 0), a = ints(8, 0);
  size_t g = 8, l = 4;
  int zero = 0;
  clSetKernelArg(relay, 0, sizeof turn, &turn);
  clSetKernelArg(relay, 1, sizeof a, &a);
  for (int i = 0; i < 3; i++) {
    clEnqueueWriteBuffer(queue, turn, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, relay, 1, NULL, &g, &l, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
