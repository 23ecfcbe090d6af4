/* REQUIRES: device
   RUN: %run-check %S/counters.cl %s --host-flag=-I%S/Inputs --entries 1 --allow-kernel number
   RUN: env PERSISTIFY_FAULT=counters not %run-check %S/counters.cl %s --host-flag=-I%S/Inputs --entries 1 --allow-kernel number
*/
#include "setup.h"

int main(void) {
  cl_kernel pairs, number;
  const size_t global = 32, group = 8;
  start("counters.cl", "");
  cl_mem a = ints(64, 3);
  pairs = kernel_named("pairs");
  number = kernel_named("number");
  clSetKernelArg(pairs, 0, sizeof a, &a);
  clSetKernelArg(pairs, 1, group * sizeof(cl_int2), NULL);
  clSetKernelArg(number, 0, sizeof a, &a);
  for (int i = 0; i < 5; i++)
    need(clEnqueueNDRangeKernel(queue, pairs, 1, NULL, &global, &group, 0, NULL, NULL), "pairs");
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(number, 1, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, number, 1, NULL, &global, NULL, 0, NULL, NULL), "number");
  }
  show("a", a);
  return 0;
}
