// Operators of C++20 that are another one's: != by operator==, and with its operands in the other order.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 3
#include "add.h"

static int compared;

struct Until {
  int limit;
};

struct Counter {
  int at;
  int operator*() const { return at; }
  Counter &operator++() {
    ++at;
    return *this;
  }
  bool operator==(Until u) const {
    ++compared;
    return at * 2 >= u.limit;
  }
};

struct Range {
  int first, limit;
  Counter begin() const { return {first}; }
  Until end() const { return {limit}; }
};

struct Version {
  int major, minor;
  bool operator==(const Version &) const = default;
};

int main(int argc, char **) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  for (int v : Range{1, argc + 9})
    step(a, v + compared);
  for (int t = 0; t < 3; t++)
    for (int v : Range{t, t + 6})
      step(a, v);
  Counter c{0};
  Version now{1, 5};
  while (Until{argc + 12} != c && now != Version{3, 0}) {
    step(a, *c + now.minor);
    ++c;
    if (--now.minor == 0)
      now = {now.major + 1, 2};
  }
  show("a", a);
  printf("%d compared, %d, %d.%d\n", compared, c.at, now.major, now.minor);
  return 0;
}
