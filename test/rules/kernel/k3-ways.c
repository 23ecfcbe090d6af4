// Rule K3: loops that wait for another group by what a switch, && and ?:, an inner loop or a helper sees. With fewer resident groups than
// the launch has the original loop runs. The last kernel waits for nobody.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/k3-ways.cl %s --host-flag=-I%S/../../host/Inputs
// DEFINE: %{fewer} = --env PERSISTIFY_GROUPS=1 --expect-fallback "waits for other work-groups: 2 groups, 1 resident"
// RUN: %{check} --host-flag=-DWAY='"cases"' --entries 1
// RUN: %{check} --host-flag=-DWAY='"cases"' %{fewer}
// RUN: %{check} --host-flag=-DWAY='"asks"' --entries 1
// RUN: %{check} --host-flag=-DWAY='"asks"' %{fewer}
// RUN: %{check} --host-flag=-DWAY='"inner"' --entries 1
// RUN: %{check} --host-flag=-DWAY='"inner"' %{fewer}
// RUN: %{check} --host-flag=-DWAY='"counted"' --entries 1
// RUN: %{check} --host-flag=-DWAY='"counted"' %{fewer}
// RUN: %{check} --host-flag=-DWAY='"alone"' --env PERSISTIFY_GROUPS=1 --min-groups 1 --entries 1
// What the switches leave away: these loops would be taken for others.
// RUN: env PERSISTIFY_FAULT=values-by-pointers not %{check} --host-flag=-DWAY='"asks"' %{fewer}
// RUN: %long env PERSISTIFY_FAULT=guards-of-if not %{check} --host-flag=-DWAY='"counted"' %{fewer}
#include "setup.h"

int main(void) {
  start("k3-ways.cl", NULL);
  cl_kernel k = kernel_named(WAY);
  cl_mem turn = ints(2, 0), a = ints(16, 0);
  size_t g = 8, l = 4;
  int first = 1;
  clSetKernelArg(k, 0, sizeof turn, &turn);
  clSetKernelArg(k, 1, sizeof a, &a);
  for (int i = 0; i < 3; i++) {
    clEnqueueWriteBuffer(queue, turn, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &g, &l, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
