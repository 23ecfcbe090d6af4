// Rule K3: loops that try a compare-and-swap again until it succeeds are lock-free, so a launch may have any number of
// groups; a lock that is written in the same way waits.
// REQUIRES: device
// RUN: %run-check %S/k3-retries.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --no-contents
// RUN: %run-check %S/k3-locks.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCK='"semaphore"' --expect-fallback "kernel 'semaphore' waits for other work-groups: 250 groups, "
// RUN: %run-check %S/k3-locks.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCK='"disguised"' --expect-fallback "kernel 'disguised' waits for other work-groups: 250 groups, "
// RUN: %run-check %S/k3-locks.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCK='"tickets"' --expect-fallback "kernel 'tickets' waits for other work-groups: 250 groups, "
// What the switches leave away: these loops would be taken for others.
// RUN: env PERSISTIFY_FAULT=any-swap not %run-check %S/k3-locks.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCK='"disguised"' --expect-fallback "kernel 'disguised' waits for other work-groups: 250 groups, "
// RUN: %long env PERSISTIFY_FAULT=any-continue not %run-check %S/k3-locks.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-DLOCK='"semaphore"' --expect-fallback "kernel 'semaphore' waits for other work-groups: 250 groups, "
#include "setup.h"

int main(void) {
  const int n = 1000, trips = 3;
  const size_t items = 1000, group = 4;
  int i;
#ifdef LOCK
  start("k3-locks.cl", NULL);
  cl_kernel lock = kernel_named(LOCK);
  cl_mem state = ints(4, 0);
  clSetKernelArg(lock, 0, sizeof state, &state);
  for (i = 0; i < trips; i++) {
    clSetKernelArg(lock, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, lock, 1, NULL, &items, &group, 0, NULL, NULL);
  }
  show("state", state);
#else
  start("k3-retries.cl", NULL);
  cl_kernel counts = kernel_named("counts"), sums = kernel_named("sums"), links = kernel_named("links");
  cl_mem p = ints(4, 0), in = ints(1000, 5), f = ints(4, 0), next = ints(1000, 0), q = ints(2, 0), head = ints(2, -1); // the last depends on the order
  clSetKernelArg(counts, 0, sizeof p, &p);
  clSetKernelArg(counts, 1, sizeof in, &in);
  clSetKernelArg(counts, 2, sizeof n, &n);
  clSetKernelArg(sums, 0, sizeof f, &f);
  clSetKernelArg(sums, 1, sizeof p, &p);
  clSetKernelArg(sums, 2, sizeof n, &n);
  clSetKernelArg(links, 0, sizeof head, &head);
  clSetKernelArg(links, 1, sizeof next, &next);
  clSetKernelArg(links, 2, sizeof q, &q);
  clSetKernelArg(links, 3, sizeof n, &n);
  for (i = 0; i < trips; i++) {
    clEnqueueNDRangeKernel(queue, counts, 1, NULL, &items, &group, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, sums, 1, NULL, &items, &group, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, links, 1, NULL, &items, &group, 0, NULL, NULL);
  }
  show("p", p);
  show("f", f);
  show("next", next);
  show("q", q);
#endif
  return 0;
}
