// Captureless lambdas as function pointers: variables, arguments, members, tables, predicates.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add=8
// RUN: %long env PERSISTIFY_FAULT=any-definition not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add=8
// RUN: %long env PERSISTIFY_FAULT=recursive-bodies not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add=8
#include "setup.h"
#include <algorithm>

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;
static int calls;

static void step(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

typedef int (*Next)(int);
static void with(Next next, int t) { step(next(t)); }

struct Rule {
  int (*weight)(int);
};

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  Next twice = [](int x) { calls++; return 2 * x; };
  for (int i = 0; i < 4; ++i)
    step(twice(i));
  for (int i = 0; i < 4; ++i)
    with([](int x) { return x + 7; }, i);
  Rule rule = {[](int x) -> int { calls += x; return x * x; }};
  for (int i = 0; i < 4; ++i)
    step(rule.weight(i));
  int table[5] = {3, 8, 1, 9, 4};
  for (int i = 0; i < 4; ++i) {
    bool (*large)(int) = [](int x) { return x > 3; };
    step((int)std::count_if(table, table + 5, large));
    table[i] ^= 5;
  }
  for (int i = 0; i < 4; ++i) { // which calls itself
    auto factorial = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); };
    calls += factorial(factorial, 3);
    step(calls);
  }
  printf("%d\n", calls);
  show("a", a);
}
