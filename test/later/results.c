/* Calls whose result nobody takes, though the one object that they change is of its type; and members that an initialiser
   leaves out. (The first ones that random programs found here.)
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
   RUN: %{check} 7
   RUN: env PERSISTIFY_FAULT=call-initializes not %{check} any | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static int passed(void) { return time(NULL) > 0; }

static double total;
static int laps;
static double note(double x) {
  total += x * passed();
  return x + 1;
}
static int lap(void) {
  laps += passed();
  return 100;
}
static double into(double *to, double x) {
  *to += x * passed();
  return 1000;
}

struct inner {
  double x;
  int k;
};
struct record {
  int n;
  double of[2];
  char tag[8];
  struct inner inner;
};

int main(void) {
  double sum = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (int i = 0; i < 4; ++i) {
    step(i);
    note(i);
  }
  for (int i = 0; i < 4; ++i) {
    (void)lap();
    step(i);
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    into(&sum, i);
  }
  for (int i = 0; i < 4; ++i) { /* here it is taken */
    double taken = note(1);
    step(i);
    sum += taken;
  }
  for (int i = 0; i < 4; ++i) {
    struct record r = {0};
    step(i);
    r.n = i;
    r.of[i & 1] += i * passed();
    sum += r.of[0] + r.of[1] * 3 + r.n;
  }
  for (int i = 0; i < 4; ++i) {
    struct record r = {1};
    step(i);
    r.inner.x = i * passed();
    sum += r.inner.x + r.inner.k + r.n;
  }
  for (int i = 0; i < 4; ++i) {
    struct record r = {i, {passed()}};
    step(i);
    sum += r.of[0] + r.of[1] + r.n + r.inner.x;
  }
  printf("%g %d %g\n", total, laps, sum);
  show("a", a);
  return 0;
}
