// Objects of the loop's own that only the host has stand in front of it: where one more of them would show, the loop is refused.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --no-persist --reason "'t' would run behind the loop, but making an object of its class, or its end"
// RUN: %long env PERSISTIFY_FAULT=extra-objects not %{check} --entries 3 | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <chrono>

static cl_kernel add;
static const size_t items = 64;

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static int alive, most, assigned;
static double total;

struct Counted {
  double from = now();
  Counted() {
    if (++alive > most)
      most = alive;
  }
  ~Counted() {
    alive--;
    total += now() - from;
  }
};

// Its members count.
struct Outer {
  Counted inner;
  double from = now();
};

struct Assigned {
  double from = now();
  Assigned() = default;
  Assigned &operator=(const Assigned &other) {
    assigned++;
    from = other.from;
    return *this;
  }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (int i = 0; i < 10; i++) {
    Counted t;
    step(i);
  }
  for (int i = 0; i < 10; i++) {
    Outer t;
    step(2 * i);
  }
  double last = 0;
  for (int i = 0; i < 10; i++) {
    Assigned t;
    step(3 * i);
    last = t.from;
  }
  printf("%d %d %d %d %d\n", alive, most, assigned, total > 0, last > 0);
  show("a", a);
  return 0;
}
