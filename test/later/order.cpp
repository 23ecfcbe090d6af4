// Within a statement: what is performed for a call in it comes in front of the statement's text, and nothing in that may
// have come before the call.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-std=c++17 --entries
// RUN: %{check} 5 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=any-print-order not %{check} any | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <ctime>
#include <iostream>
#include <vector>

static cl_kernel add;
static const size_t items = 64;
static double total;
static std::vector<double> laps;

/// Launches, and leaves the host a sum.
static int step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  total += std::clock() != std::clock_t(-1);
  laps.push_back(total);
  return by;
}
static double timed(int by) {
  const int value = step(by);
  return value + (std::clock() != std::clock_t(-1));
}

struct Record {
  double before;
  int value;
  double after;
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  double at[16] = {}, sum = 0;
  Record record{0, 0, 0};

  for (int i = 1; i < 5; ++i) // persistent, as are those that the call comes first in
    sum += timed(i);
  for (int i = 1; i < 5; ++i)
    at[i] = timed(i);
  for (int i = 1; i < 5; ++i)
    std::cout << "trip " << timed(i) << " of " << total << "\n";
  for (int i = 1; i < 5; ++i) {
    double list[2] = {timed(i), total};
    sum += list[0] * 10 + list[1];
  }
  for (int i = 1; i < 5; ++i) {
    record = {0, step(i), total};
    sum += record.after;
  }
  for (int i = 1; i < 5; ++i) {
    double list[3] = {total, double(step(i)), total};
    sum += list[0] * 10 + list[2];
  }
  for (int i = 1; i < 5; ++i)
    at[8 + step(i)] = total;
  for (int i = 1; i < 5; ++i) {
    record = Record{total, step(i), total};
    sum += record.before;
  }
  for (int i = 1; i < 5; ++i)
    std::cout << laps.size() << " " << step(i) << " " << laps.size() << "\n";
  for (int i = 1; i < 5; ++i)
    sum += (at[0] = total, step(i));
  for (double x : at)
    std::cout << x << " ";
  std::cout << "\n" << sum << " " << record.before << " " << record.after << " " << laps.back() << "\n";
  show("a", a);
}
