// Constants that are static in a function: one object, whichever call gives its address. Pointers to them are compared, with each other
// and as begin() and end().
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
// RUN: %long env PERSISTIFY_FAULT=statics-of-calls not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2 --timeout 20
#include "add.h"

struct Weights {
  static const int *begin() {
    static const int all[3] = {4, 5, 6};
    return all;
  }
  static const int *end() { return begin() + 3; }
};

struct Settings {
  int first, second;
};

static int weight(int i) {
  static const int all[] = {2, 3, 5, 7};
  return all[i % 4];
}

static const Settings &settings() {
  static const Settings all = {3, 4};
  return all;
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 100);
  for (int t = 0; t < 4; t++)
    for (int v : Weights())
      step(a, v + t);
  for (int t = 0; t < 5; t++) {
    const Settings &now = settings();
    static const int powers[2] = {10, 100};
    const int *power = powers;
    step(b, &now == &settings() ? now.first * *power : -1);
    if (Weights::begin() + 1 != &Weights::begin()[1] || power != powers)
      step(b, now.second);
    step(b, weight(t) * weight(t + 1));
  }
  show("a", a);
  show("b", b);
  return 0;
}
