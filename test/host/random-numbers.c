/* Drivers draw from the program's rand() when they compile: the program builds less often than its persistent form. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

int main(void) {
  cl_mem a;
  cl_kernel add;
  size_t items = 64;
  unsigned drawn = 0;
  int turn, i;
  start("steps.cl", "");
  a = ints(64, 0);
  add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof a, &a);
  srand(7);
  for (turn = 0; turn < 3; turn++) {
    int value = rand() % 1000;
    clSetKernelArg(add, 1, sizeof value, &value);
    for (i = 0; i < 5; i++)
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    drawn = drawn * 31 + (unsigned)rand();
  }
  printf("drawn %u, next %d\n", drawn, rand());
  show("a", a);
  return 0;
}
