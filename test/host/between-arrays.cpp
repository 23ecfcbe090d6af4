// Loops that are entered between two trips, with small arrays that a trip fills element by element before it looks at them: of
// functions, of objects returned by value, behind a conversion to a pointer.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
// CHECK-COUNT-5: between trips: the loop can be entered and left
// RUN: rm -rf %t && env PERSISTIFY_FAULT=arrays-unset %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | not FileCheck %s
#include "setup.h"
#include <array>

static cl_kernel add;
static const size_t items = 64;

static void step(const size_t *global, int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, global, nullptr, 0, nullptr, nullptr);
}

// A function's own array, filled by hand.
static int mix(int i) {
  int parts[3];
  parts[0] = i * 7;
  parts[1] = parts[0] % 5;
  parts[2] = parts[1] + i;
  return parts[2] - parts[0];
}

// An object with an array, returned by value.
struct Sizes {
  size_t of[2];
};
static Sizes sizes(size_t n, bool half) {
  Sizes s;
  s.of[0] = half ? n / 2 : n;
  s.of[1] = 1;
  return s;
}

// A range as wrappers have it: a temporary that turns into a pointer.
class Range {
  size_t sizes[3];

public:
  explicit Range(size_t x) : sizes{x, 1, 1} {}
  operator const size_t *() const { return sizes; }
};

int main() {
  start("steps.cl", "");
  cl_mem cells = ints(64, 3);
  add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof cells, &cells);
  for (int i = 0; i < 9; i++)
    step(&items, mix(i));
  show("function", cells);
  for (int i = 0; i < 9; i++) {
    const Sizes s = sizes(items, i % 3 == 1);
    step(s.of, i * 10);
  }
  show("object", cells);
  for (int i = 0; i < 9; i++)
    step(Range(items - i % 2 * 16), i + 1);
  show("pointer", cells);
  for (int i = 0; i < 9; i++) {
    std::array<int, 4> terms;
    if (i & 1)
      terms[0] = i, terms[1] = 5;
    else
      terms[0] = 2, terms[1] = i * i;
    terms[2] = terms[0] * terms[1], terms[3] = terms[2] % 11;
    step(&items, terms[3] + terms[2]);
  }
  show("branches", cells);
  auto run = [&](int n) { // one trip leaves them for the next
    int kept[2];
    for (int i = 0; i < n; i++) {
      if (!(i % 4))
        kept[0] = i + 1, kept[1] = i - 1;
      step(&items, kept[0] * 3 + kept[1]);
    }
  };
  run(9);
  show("kept", cells);
  return 0;
}
