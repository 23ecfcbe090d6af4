// Points in time that are made without a value, alone and together with others, and set by the host.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4
#include "setup.h"
#include <chrono>
#include <utility>
#include <vector>

using Clock = std::chrono::high_resolution_clock;
using Span = std::pair<Clock::time_point, Clock::time_point>;
struct Stopwatch {
  std::chrono::steady_clock::time_point from, to;
  double ms() const { return std::chrono::duration<double, std::milli>(to - from).count(); }
};

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void spanned(int by, Span &t) {
  t.first = Clock::now();
  step(by);
  clFinish(queue);
  t.second = Clock::now();
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  long us = 0;
  for (int i = 0; i < 8; i++) {
    Clock::time_point begin, end;
    begin = Clock::now();
    step(i);
    clFinish(queue);
    end = Clock::now();
    us += std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();
  }
  printf("%d\n", us >= 0);

  double all = 0;
  for (int i = 0; i < 8; i++) {
    Span t;
    spanned(i + 1, t);
    all += std::chrono::duration<double>(t.second - t.first).count();
  }
  printf("%d\n", all >= 0);

  std::vector<double> each;
  for (int i = 0; i < 8; i++) {
    Stopwatch w;
    w.from = std::chrono::steady_clock::now();
    step(i + 2);
    w.to = std::chrono::steady_clock::now();
    each.push_back(w.ms());
  }
  printf("%zu\n", each.size());

  // One that is never set, or only sometimes, is the clock's beginning.
  int beginnings = 0;
  for (int i = 0; i < 8; i++) {
    std::chrono::system_clock::time_point last, never;
    step(3);
    if (i % 3 == 1)
      last = std::chrono::system_clock::now();
    beginnings += (last.time_since_epoch().count() == 0) + 10 * (never == std::chrono::system_clock::time_point());
  }
  printf("%d\n", beginnings);

  show("a", a);
}
