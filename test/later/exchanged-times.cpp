// What only the host has is exchanged, through temporaries of the library's, and stands in pairs with what the region has.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --entries 4
// RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=temporary-lost not %{check} --entries 4
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

static cl_kernel add;
static const size_t items = 64;

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

struct Record {
  double when = 0;
  int steps = 0;
  cl::Event done; // which is exchanged member by member
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  Record records[2];
  for (int i = 0; i < 10; i++) {
    step(i);
    std::swap(records[0], records[1]);
    records[0].when = now();
    records[0].steps += i;
  }
  printf("%d %d %d %d\n", records[0].steps, records[1].steps, records[0].when >= records[1].when, records[1].when > 0);

  double first = 0, second = 0;
  for (int i = 0; i < 10; i++) {
    double from = now();
    step(2 * i);
    double to = now();
    std::swap(from, to);
    first += from;
    second += to;
  }
  printf("%d %d %d\n", first > 0, second > 0, first > second);

  std::pair<double, int> last(-1, -1), before(-2, -2);
  for (int i = 0; i < 10; i++) {
    step(i + 5);
    std::pair<double, int> made{now(), i};
    std::swap(last, before);
    last = made;
  }
  printf("%d %d %d %d\n", last.second, before.second, last.first >= before.first, before.first > 0);

  std::vector<std::pair<int, double>> all;
  for (int i = 0; i < 10; i++) {
    step(i ^ 3);
    all.push_back({i, now()});
    all.emplace_back(2 * i, now());
  }
  printf("%zu %d %d\n", all.size(), all[19].first, all[0].second > 0);
  show("a", a);
  return 0;
}
