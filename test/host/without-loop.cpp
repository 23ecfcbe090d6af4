// What launches again and again without a loop statement is told of.
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=loops-as-written not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist --reason PST1016 --reason PST1018
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist --reason PST1016 --reason PST1018 --reason PST1028
// RUN: not %persistify %S/steps.cl %s -o %t --skip=without-loop.cpp:53 -- %cl_inc -I%S/Inputs 2>&1 | FileCheck --check-prefix=SKIP %s
// REQUIRES: device
#include "setup.h"
#include <algorithm>
#include <functional>
#include <mutex>
#include <numeric>
#include <vector>

static cl_kernel k;
static cl_mem a;

static int step(int i) {
  size_t items = 64;
  int v = 0;
  need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
  need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr), "read");
  return v;
}

static int half(int i) { return i / 2; }

static void each(const std::vector<int> &all) {
  // CHECK: without-loop.cpp:[[@LINE+1]]:3: warning: the loop stands in a template{{ [[]}}PST1028]
  std::for_each(all.begin(), all.end(), [](int i) { printf("%d\n", step(i)); });
}

static int sum(const std::vector<int> &all) {
  auto add = [](int s, int i) { return s + step(i); };
  // CHECK: without-loop.cpp:[[@LINE+1]]:10: warning: the loop stands in a template{{ [[]}}PST1028]
  return std::accumulate(all.begin(), all.end(), 0, add);
}

static void results(std::vector<int> &all) {
  // CHECK: without-loop.cpp:[[@LINE+1]]:3: warning: the loop stands in a template{{ [[]}}PST1028]
  std::transform(all.begin(), all.end(), all.begin(), step);
  // CHECK-NOT: without-loop.cpp:[[@LINE+1]]:
  std::transform(all.begin(), all.end(), all.begin(), half);
}

static int down(int n) {
  // CHECK: without-loop.cpp:[[@LINE+1]]:28: warning: 'down' calls itself, directly or indirectly{{ [[]}}PST1016]
  return n > 0 ? step(n) + down(n - 1) : 0;
}

static void again(int n) {
  int i = 0;
back: // CHECK: without-loop.cpp:[[@LINE]]:1: warning: goto 'back' jumps backwards or into a statement{{ [[]}}PST1018]
  if (i < n) {
    printf("%d\n", step(i++));
    goto back;
  }
}

static int once(int n) {
  // CHECK-NOT: without-loop.cpp:{{[0-9]+}}:{{[0-9]+}}: warning:
  std::once_flag flag;
  std::call_once(flag, [n] { step(n); });
more:
  n = half(n);
  if (n > 3)
    goto more;
  if (step(n) < 0)
    return -1;
  return std::invoke(step, n);
}
// CHECK: 0 loops transformed, 5 refused
// SKIP-NOT: PST1018
// SKIP: 0 loops transformed, 4 refused

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  std::vector<int> all{3, 1, 4};
  each(all);
  printf("%d\n", sum(all));
  results(all);
  printf("%d %d\n", down(4), once(20));
  again(3);
  show("a", a);
  return 0;
}
