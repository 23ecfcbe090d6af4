// Vectors that are empty where their text begins, and filled under a condition or by a function that stands elsewhere:
// their length is not guessed to be 0. What is never filled has no elements to choose from.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 -- 100
// RUN: %long env PERSISTIFY_FAULT=empty-guess not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 -- 100
// RUN: %long env PERSISTIFY_FAULT=first-trip not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 -- 100
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DNEVER 2>&1 | FileCheck %s
#include "setup.h"
#include <string>
#include <vector>

static void launch(cl_kernel k, size_t n, cl_mem x, int v) {
  clSetKernelArg(k, 0, sizeof x, &x);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
}

// The destructor's clear() is the last word in the text, but not when the loop runs.
class Steps {
public:
  explicit Steps(int n) {
    for (int i = 0; i < n; i++)
      if (i % 3 != 1)
        weights.push_back(i);
  }
  ~Steps() { weights.clear(); }
  void run(cl_kernel k, cl_mem x) {
    for (int i = 0; i < 5; i++)
      launch(k, weights.size(), x, i);
  }

private:
  std::vector<int> weights;
};

static void byValue(cl_kernel k, cl_mem x, std::vector<int> some) {
  for (int i = 0; i < 4; i++)
    launch(k, some.size(), x, 2 * i);
}

#ifdef NEVER
static std::vector<cl_kernel> kernels;
static void runAll(cl_mem x, size_t n) {
  for (size_t i = 0; i < n % 7; i++)
    // CHECK: filled-somewhere.cpp:[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'kernels'{{.*}}[PST1
    launch(kernels[i], n, x, 1);
}
#endif

int main(int argc, char **argv) {
  const int n = std::stoi(argv[1]);
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(n, 1);
#ifdef NEVER
  runAll(a, n);
#else
  Steps steps(n);
  steps.run(add, a);

  std::vector<int> odd, far{0, 1};
  for (int i = 0; i < n; i++)
    if (i & 1)
      odd.push_back(i);
  byValue(add, a, odd);

  int reach = 0;
  while (reach < n / 2) // with elements from the beginning
    if (++reach % 4)
      far.push_back(reach);
  for (int i = 0; i < 3; i++)
    launch(add, far.size(), a, 3);

  if (n > 10)
    odd.resize(n / 3);
  for (int i = 0; i < 3; i++)
    launch(add, odd.size(), a, 1);
#endif
  show("a", a);
  return 0;
}
