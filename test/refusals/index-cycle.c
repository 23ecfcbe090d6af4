// RUN: %refused %S/Inputs/step.cl %s
/* An argument's index whose value goes round in variables of the loop. */
#include "../host/Inputs/setup.h"

int main(void) {
  cl_kernel step;
  cl_mem a;
  size_t n = 64;
  int i;
  start("step.cl", "");
  step = kernel_named("step");
  a = ints(64, 0);
  for (i = 0; i < 5; i++) {
    int at, other;
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof at, &at, 0, NULL, NULL);
    other = at;
    at = other + 1;
    other = at - 1;
    at = other + at;
    clSetKernelArg(step, at++, sizeof a, &a); // expect PST1008: the argument index is not constant
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
  return 0;
}
