// Rule K7: dependences over a branch that is skipped, an inner loop of no trips, the back edge; one buffer that two
// kernels know under different arguments.
// REQUIRES: device
// RUN: %run-check %S/k7-steps.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --repeat 2
#include "setup.h"

int main(void) {
  start("k7-steps.cl", NULL);
  cl_kernel blur = clCreateKernel(program, "blur", NULL), flip = clCreateKernel(program, "flip", NULL),
            touch = clCreateKernel(program, "touch", NULL);
  const size_t n = 640, half = 320;
  cl_int size = 640, rows = 320;
  cl_mem a = ints(size, 1), b = ints(size, 2), c = ints(size, 0);
  clSetKernelArg(blur, 0, sizeof a, &a);
  clSetKernelArg(blur, 1, sizeof b, &b);
  clSetKernelArg(blur, 2, sizeof size, &size);
  clSetKernelArg(flip, 0, sizeof a, &a);
  clSetKernelArg(flip, 1, sizeof b, &b);
  clSetKernelArg(flip, 2, sizeof rows, &rows);
  clSetKernelArg(touch, 0, sizeof c, &c);
  for (int i = 0; i < 40; i++) {
    clEnqueueNDRangeKernel(queue, blur, 1, NULL, &n, NULL, 0, NULL, NULL);
    if (i % 4 == 1) /* between the two: sometimes nothing */
      clEnqueueNDRangeKernel(queue, touch, 1, NULL, &n, NULL, 0, NULL, NULL);
    for (int k = 0; k < i % 3; k++)
      clEnqueueNDRangeKernel(queue, touch, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, flip, 1, NULL, &half, NULL, 0, NULL, NULL);
    if (i == 30)
      continue;
    if (i > 30 && i & 1)
      clEnqueueNDRangeKernel(queue, flip, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  show("a", a), show("b", b), show("c", c);
  return 0;
}
