/* A lambda with a copy of a variable may change the variable itself where it is made. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
// RUN: %long env PERSISTIFY_FAULT=init-captures not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
#include "setup.h"

static cl_mem a;
static cl_kernel add_k;

static void steps(int v) {
  const size_t items = 64;
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int counted() {
  int n = 3;
  auto f = [n, m = n++] { return 10 * n + m; };
  const int sum = f();
  for (int i = 0; i < 5; i++)
    steps(n + i);
  return sum;
}

static int by_default() {
  int n = 3;
  auto f = [=, m = (n += 2)]() mutable { return ++n * m; };
  const int sum = f();
  for (int i = 0; i < 5; i++)
    steps(n * i);
  return sum;
}

static int by_reference() {
  int n = 3;
  auto f = [n, &r = n] { return n + ++r; };
  const int sum = f();
  for (int i = 0; i < 5; i++)
    steps(n ^ i);
  return sum;
}

static int nested() {
  int n = 3;
  auto f = [n, g = [n, m = --n] { return n - m; }] { return n + g(); };
  const int sum = f();
  for (int i = 0; i < 5; i++)
    steps(n - i);
  return sum;
}

int main() {
  start("steps.cl", "");
  a = ints(64, 0);
  add_k = kernel_named("add");
  clSetKernelArg(add_k, 0, sizeof a, &a);
  printf("%d\n", counted());
  show("counted", a);
  printf("%d\n", by_default());
  show("default", a);
  printf("%d\n", by_reference());
  show("reference", a);
  printf("%d\n", nested());
  show("nested", a);
  return 0;
}
