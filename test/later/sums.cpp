// The sum of the trips' times is the time of the loop, however the clock is kept.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --entries 5 --no-verified
// RUN: %long env PERSISTIFY_FAULT=front-operators not %{check} --entries 5 --no-verified | FileCheck %s --check-prefix=OPERATORS
// RUN: %long env PERSISTIFY_FAULT=front-macros not %{check} --entries 5 --no-verified | FileCheck %s --check-prefix=MACROS
// OPERATORS: {{^ *[|]? *}}+assigned: odd
// MACROS: {{^ *[|]? *}}+macro: odd
#include "setup.h"
#include <chrono>
#include <sys/time.h>

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

static cl_kernel add;
static cl_mem data;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void told(const char *what, double sum, Clock::time_point since) {
  const double whole = Seconds(Clock::now() - since).count();
  printf("%s: %s\n", what, sum > 0.3 * whole && sum < whole + 1e-5 ? "right" : "odd");
}

struct App {
  Clock::time_point mark;
  Seconds spent{0};
};

// The clock is read by the initialiser of a member.
struct Lap {
  Clock::time_point from = Clock::now();
  double spent() const { return Seconds(Clock::now() - from).count(); }
};

static timeval zero;
static double passed() {
  timeval now, since;
  gettimeofday(&now, nullptr);
  timersub(&now, &zero, &since);
  return since.tv_sec + since.tv_usec / 1e6;
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(64, 3);
  clSetKernelArg(add, 0, sizeof data, &data);

  Clock::time_point from = Clock::now(), t0, t1;
  double sum = 0;
  for (int i = 0; i < 40; i++) {
    t0 = Clock::now();
    step(i);
    clFinish(queue);
    t1 = Clock::now();
    sum += Seconds(t1 - t0).count();
  }
  told("assigned", sum, from);

  App app;
  from = Clock::now();
  for (int i = 0; i < 40; i++) {
    app.mark = Clock::now();
    step(i);
    clFinish(queue);
    app.spent += Clock::now() - app.mark;
  }
  told("member", app.spent.count(), from);

  from = Clock::now();
  sum = 0;
  for (int i = 0; i < 40; i++) {
    const auto begin = Clock::now();
    step(i);
    clFinish(queue);
    sum += Seconds(Clock::now() - begin).count();
  }
  told("declared", sum, from);

  from = Clock::now();
  sum = 0;
  for (int i = 0; i < 40; i++) {
    Lap lap;
    step(i);
    clFinish(queue);
    sum += lap.spent();
  }
  told("initialised", sum, from);

  from = Clock::now();
  sum = 0;
  gettimeofday(&zero, nullptr);
  for (int i = 0; i < 40; i++) {
    const double begin = passed();
    step(i);
    clFinish(queue);
    sum += passed() - begin;
  }
  told("macro", sum, from);
  show("data", data);
}
