// Rule K8: byte flags beside each other, set by different kernels, reset by the host one at a time; the reset of the
// next round must not be overtaken by a slow group of this one.
// REQUIRES: device
// RUN: %run-check %S/k8-flags.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --repeat 2
#include "setup.h"

int main(void) {
  enum { N = 300 };
  start("k8-flags.cl", NULL);
  cl_kernel spread = clCreateKernel(program, "spread", NULL), look = clCreateKernel(program, "look", NULL),
            finish = clCreateKernel(program, "finish", NULL);
  cl_mem d = ints(N, 0), f = ints(1, 0x04030201), log = ints(N * 4, 0);
  cl_uchar changed, zero = 0;
  int n = N, i = 0, far = 0;
  size_t size = 320, one = 1;
  /* 0, 1000, 1001, ...: one cell in a round may change, or all at once */
  int first = 1000;
  clEnqueueFillBuffer(queue, d, &first, sizeof first, 4, (N - 1) * 4, 0, NULL, NULL);
  clSetKernelArg(spread, 0, sizeof d, &d);
  clSetKernelArg(spread, 1, sizeof f, &f);
  clSetKernelArg(spread, 2, sizeof n, &n);
  clSetKernelArg(look, 0, sizeof d, &d);
  clSetKernelArg(look, 1, sizeof f, &f);
  clSetKernelArg(look, 2, sizeof n, &n);
  clSetKernelArg(finish, 0, sizeof f, &f);
  clSetKernelArg(finish, 1, sizeof log, &log);
  do {
    changed = 0;
    far = i % 3 ? 5 : -5;
    clEnqueueWriteBuffer(queue, f, CL_TRUE, 0, 1, &changed, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, f, CL_TRUE, 1, 1, &zero, 0, NULL, NULL);
    if (i % 2)
      clEnqueueWriteBuffer(queue, f, CL_TRUE, 2, 1, &zero, 0, NULL, NULL);
    for (int k = 0; k < 50; k++) {
      clEnqueueNDRangeKernel(queue, spread, 1, NULL, &size, NULL, 0, NULL, NULL);
    }
    clSetKernelArg(look, 3, sizeof far, &far);
    clEnqueueNDRangeKernel(queue, look, 1, NULL, &size, NULL, 0, NULL, NULL);
    clSetKernelArg(finish, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, finish, 1, NULL, &one, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, f, CL_TRUE, 0, 1, &changed, 0, NULL, NULL);
    i++;
  } while (changed);
  /* how many rounds the relaxation takes depends on the order of the items */
  printf("%s\n", i > 1 ? "rounds" : "one round");
  show("d", d);
  return 0;
}
