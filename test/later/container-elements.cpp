// Elements of containers, given by pointers to functions that the host performs later.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3 --allow-kernel add
#include "setup.h"
#include <array>
#include <ctime>
#include <vector>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static int passed() { return std::time(nullptr) > 0; }
static int first(const int *x) { return *x + passed(); }
static int total(const int *x, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * passed();
  return sum;
}

static std::vector<int> few(2, 5);
static std::array<int, 3> fixed = {{1, 2, 3}};
static double got;

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < 4 && few[0]; ++i) { // persistent, as are the next two
    step(i);
    got += first(&few[0]);
  }
  for (int i = 0; i < 4 && few[1]; ++i) {
    step(i);
    got += total(&few[0], 2);
  }
  for (int i = 0; i < 4 && fixed[0]; ++i) {
    step(i);
    got += total(&fixed[1], 2) + first(&fixed[i & 1]);
  }
  printf("%g\n", got);
  for (int i = 0; i < 4 && few[0]; ++i) { // the loop changes them
    few[1] = i;
    step(few[1]);
    got += total(&few[0], 2);
  }
  for (int i = 0; i < 4; ++i) {
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof(int), &few[1], 0, nullptr, nullptr);
    step(few[1] & 3);
    got += total(few.data(), 2);
  }
  printf("%g\n", got);
  show("a", a);
}
