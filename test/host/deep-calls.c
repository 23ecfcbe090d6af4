/* Calls in calls in front of the loop, each of which returns what the next one returns: the walk
   over them may not look at frames that have moved (memory that is freed has other contents here).
   REQUIRES: device
   RUN: env MALLOC_PERTURB_=165 %persistify %S/steps.cl %s -o %t --quiet -- -I%S/Inputs %cl_inc
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"

static int f9(int x) { return x + 1; }
static int f8(int x) { return f9(x); }
static int f7(int x) { return f8(x); }
static int f6(int x) { return f7(x); }
static int f5(int x) { return f6(x); }
static int f4(int x) { return f5(x); }
static int f3(int x) { return f4(x); }
static int f2(int x) { return f3(x); }
static int f1(int x) { return f2(x); }

int main(void) {
  start("steps.cl", "");
  cl_mem a = ints(64, 1);
  cl_kernel k = kernel_named("add");
  const size_t global = 64;
  int v = f1(3);
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
  for (int t = 0; t < 5; t++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  show("a", a);
  return 0;
}
