// Rule K7: buffers that change places an odd number of times in a trip; at the loop's back edge what was written
// under one name is read under the other.
// REQUIRES: device
// RUN: %run-check %S/k7-steps.cl %s --host-flag=-I%S/../../host/Inputs --entries 3
#include "setup.h"

static size_t n = 512;
static cl_kernel blur;

static void pass(cl_mem from, cl_mem to) {
  clSetKernelArg(blur, 0, sizeof from, &from);
  clSetKernelArg(blur, 1, sizeof to, &to);
  clEnqueueNDRangeKernel(queue, blur, 1, NULL, &n, NULL, 0, NULL, NULL);
}

int main(void) {
  start("k7-steps.cl", NULL);
  int size = 512, i;
  blur = clCreateKernel(program, "blur", NULL);
  clSetKernelArg(blur, 2, sizeof size, &size);
  cl_mem a = ints(size, 1), b = ints(size, 2), c = ints(size, 3), t;
  for (i = 0; i < 7; i++) { /* once in a trip, seven trips */
    pass(a, b);
    t = a, a = b, b = t;
  }
  show("a", a), show("b", b);
  for (i = 0; i < 5; i++) { /* three times in a trip, over three buffers */
    pass(a, b);
    t = a, a = b, b = t;
    pass(a, c);
    t = a, a = c, c = t;
    if (i % 2) {
      pass(a, b);
      t = a, a = b, b = t;
    }
  }
  show("a", a), show("b", b), show("c", c);
  cl_mem ring[3] = {a, b, c};
  for (i = 0; i < 8; i++) /* a ring */
    pass(ring[i % 3], ring[(i + 1) % 3]);
  show("a", ring[0]), show("b", ring[1]), show("c", ring[2]);
  return 0;
}
