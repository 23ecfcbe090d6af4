// Loops that are entered between two trips, in the conditions and declarations of C++.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8
// RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- -I%S/Inputs && grep -c "exit [=] persistify_at(&" %t/between-styles.cpp | FileCheck %s
// CHECK: {{^}}7{{$}}
#include "setup.h"
#include <cstdint>

namespace {
const size_t items = 64;

enum class Phase : unsigned char { Warm, Run, Done };

void step(cl_kernel k, int by) {
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

class Solver {
  cl_kernel kernel;
  int count = 0;

public:
  explicit Solver(cl_kernel k) : kernel(k) {}
  int run(int rest) {
    while (rest-- > 0 && count < 40) { // members, and a parameter
      count += rest % 3;
      step(kernel, count);
    }
    return count * 100 + rest;
  }
};

template <class T> T halves(cl_kernel k, T from) {
  T sum = 0;
  for (T at = from, last = 0; at != last; last = at, at /= 2) {
    sum += at;
    step(k, static_cast<int>(sum));
  }
  return sum;
}
} // namespace

int main() {
  start("steps.cl", "");
  cl_mem cells = ints(64, 3);
  cl_kernel add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof cells, &cells);

  // What the loop declares: unsigned, a constant, a character, an enumeration.
  for (auto i = 7u, n = 20u; i < n; i++)
    step(add, static_cast<int>(i * 3));
  show("unsigned", cells);
  // A member of what it declares has no name of its own: this one is not entered.
  for (struct { int unused; } none = {0}; none.unused < 1; ++none.unused)
    step(add, 1);
  Phase phase = Phase::Warm;
  for (int trip = 0; phase != Phase::Done; ++trip) {
    if (phase == Phase::Warm && trip > 3)
      phase = Phase::Run;
    else if (trip > 11)
      phase = Phase::Done;
    step(add, trip + static_cast<int>(phase));
  }
  show("phases", cells);
  char letter = 'a';
  do
    step(add, letter);
  while (letter++ != 'j');
  printf("%c\n", letter);
  show("letters", cells);

  // An assignment in the condition, and commas.
  int left = 9, now;
  while ((now = left * left) > 4 && --left)
    step(add, now);
  printf("%d %d\n", left, now);
  int down = 12;
  for (int up = 0; up++, down > up; down--)
    step(add, up * 10 + down);
  printf("%d\n", down);
  show("conditions", cells);

  Solver solver(add);
  printf("%d\n", solver.run(30));
  printf("%lld\n", static_cast<long long>(halves<int64_t>(add, 1000)));
  show("objects", cells);
  return 0;
}
