// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "setup.h"
#define PLACE 1
#include "put.h"
void bounds(cl_kernel k, int n);
int slower(int by);

int main(void) {
  size_t global = 64;
  start("add.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  bounds(add, 50);
  for (int by = 900; by > 2; by = slower(by)) {
    put(add, by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
