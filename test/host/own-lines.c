/* A file that numbers its lines itself, as generators of code do: each line keeps the number that it had. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --env PERSISTIFY_BARRIER=none --expect-fallback none -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 2
// RUN: env PERSISTIFY_FAULT=own-lines not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 9
#include "setup.h"

static cl_kernel add;
static cl_mem a;
static const size_t items = 64;

static int step(int v) {
  clSetKernelArg(add, 1, sizeof v, &v);
  return clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

#line 700 "grammar.y"
static int first(int n) {
  int v = 0;
  for (int i = 0; i < 4; i++) {
    step(__LINE__);
    if (i > n)
      return __LINE__;
  }
  return v - __LINE__;
}
#if 0
#line 5000
#endif

static int second(int n) {
# 40 "other.y"
  for (int i = 0; i < 3; i++) { step(__LINE__); } printf("%s %d\n", __FILE__, __LINE__);
  int i = 0;
#define FROM 900
#line FROM
  do {
    step(__LINE__ + n);
  } while (++i < 3);
  return __LINE__;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  int at = first(n);
  printf("%d\n", at);
  at = second(n);
  printf("%d %d\n", at, __LINE__);
  show("a", a);
  return 0;
}
