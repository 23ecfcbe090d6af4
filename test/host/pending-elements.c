/* Non-blocking reads of one element after another, waited for behind the loop or in it.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
*/
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void step(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int elements(void) {
  int x[6] = {0};
  for (int i = 0; i < 6; i++) {
    step(i);
    clEnqueueReadBuffer(queue, a, CL_FALSE, 4 * i, 4, &x[i], 0, NULL, NULL);
  }
  clFinish(queue);
  return x[0] + 10 * x[2] + 100 * x[5];
}

/* The same place again: the queue performs one read behind the other. */
static int again(void) {
  int x = 0, y[2] = {0, 0};
  cl_int err;
  for (int i = 0; i < 6; i++) {
    step(i);
    clEnqueueReadBuffer(queue, a, CL_FALSE, 8, 4, &x, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_FALSE, 4 * i, 8, y, 0, NULL, NULL);
  }
  err = clFinish(queue);
  return x + 10 * y[0] + 100 * y[1] + err;
}

static int within(void) {
  int x[8] = {0}, sum = 0;
  for (int i = 0; i < 8; i++) {
    step(i);
    clEnqueueReadBuffer(queue, a, CL_FALSE, 4 * i, 4, &x[i], 0, NULL, NULL);
    if (i % 4 == 3) {
      clFinish(queue);
      sum += x[i - 1] + 3 * x[i];
    }
  }
  clFinish(queue);
  return sum + x[1];
}

int main(void) {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  printf("%d\n", elements());
  printf("%d\n", again());
  printf("%d\n", within());
  show("a", a);
  return 0;
}
