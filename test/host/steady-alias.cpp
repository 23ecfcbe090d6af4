// The index of a queue and what the loop changes are one variable: the runtime finds out, and the original loop runs.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "'dev' and 'other' are the same memory"
// RUN: env PERSISTIFY_FAULT=steady-alias not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "'dev' and 'other' are the same memory"
#include "setup.h"
#include <vector>

static void changed_elsewhere(std::vector<cl_command_queue> &queues, int &dev, int &other, cl_mem a, int n) {
  cl_kernel add = kernel_named("add");
  const size_t items = 64;
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[dev], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    other = (other + 1) % 3;
  }
}

int main() {
  start("steps.cl", "");
  cl_mem a = ints(64, 5);
  std::vector<cl_command_queue> queues(3, queue);
  int dev = 2;
  changed_elsewhere(queues, dev, dev, a, 4);
  show("a", a);
  printf("%d\n", dev);
}
