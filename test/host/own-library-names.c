/* Functions of the program whose names later languages, or other systems, gave to their library. */
/* REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c89 --entries 2
   RUN: env PERSISTIFY_FAULT=any-name not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c89 --entries 2 */
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;
static int calls, total;

double round(double x);
double round(double x) {
  calls++;
  return x < 0 ? x - 1 : x + 1;
}

int times(int i);
int times(int i) {
  total += i;
  return total;
}

static void go(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(void) {
  int i;
  start("steps.cl", "");
  a = ints(64, 0);
  k = kernel_named("add");
  for (i = 0; i < 6; i++) {
    int r = (int)round(i + 0.25);
    go(r + calls);
  }
  for (i = 0; i < 6; i++) {
    times(i);
    go(total);
  }
  show("a", a);
  printf("%d %d\n", calls, total);
  return 0;
}
