// Objects that the host makes later, of classes of all kinds, and changes within statements.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
// RUN: %{check} 4 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=elements-copied not %{check} any | FileCheck %s
// CHECK: does not compile
#include "setup.h"
#include <ctime>
#include <functional>
#include <vector>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static int passed() { return std::clock() != std::clock_t(-1); }

struct Lap {
  int trip;
  double value;
  Lap() : trip(0), value(0) {}
  explicit Lap(int trip, double value) : trip(trip), value(value + passed()) {}
};
struct Named {
  const int trip;
  double value;
};
struct Timer {
  int laps = 0;
  void lap() { laps += passed(); }
};
static int timed(int by) {
  Timer t;
  step(by);
  t.lap();
  printf("%d\n", t.laps);
  return by;
}
struct Sample {
  int trip;
  double value;
  Sample(int trip, double value) : trip(trip), value(value) {}
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  double sum = 0, x[8] = {}, y[8] = {};
  int n = 0, level = 0;
  for (int i = 0; i < 4; ++i) { // persistent
    step(i);
    Lap lap{i, 0.5};
    sum += lap.trip * lap.value;
  }
  std::vector<Sample> samples;
  for (int i = 0; i < 4; ++i) { // persistent
    step(i);
    samples.emplace_back(i, i * 0.5 * passed());
  }
  for (int i = 0; i < 2; ++i) { // persistent
    step(i);
    x[n] = y[n] = passed() + i;
    ++n;
  }
  std::vector<std::reference_wrapper<int>> levels;
  for (int i = 0; i < 4; ++i) { // persistent: the number is the host's
    step(i);
    level = i;
    levels.emplace_back(level);
  }
  for (int i = 0; i < 4; ++i) { // cannot be assigned
    step(i);
    Named named{i, passed() * 0.5};
    sum += named.trip * named.value;
  }
  int Timer = 3;
  for (int i = 0; i < 4; ++i) // the class has no name here
    Timer += timed(i);
  printf("%g %d %d %g %g\n", sum, Timer, n, x[1], y[1]);
  for (const Sample &s : samples)
    printf("%d %g\n", s.trip, s.value);
  for (int &l : levels)
    printf("%d ", l);
  show("a", a);
}
