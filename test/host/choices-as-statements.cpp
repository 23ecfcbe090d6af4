// A choice whose value nobody wants is a place in C++ where both operands are: assignments, steps, calls that give references.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %long env PERSISTIFY_FAULT=choices-kept not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"

static cl_kernel add;
static cl_mem cells;

static int step(int by) {
  const size_t items = 64;
  int v = 0;
  need(clSetKernelArg(add, 0, sizeof cells, &cells), "cells");
  need(clSetKernelArg(add, 1, sizeof by, &by), "by");
  need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  need(clEnqueueReadBuffer(queue, cells, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL), "read");
  return v;
}

static int bisect(int goal) {
  int low = 0, high = 100, trips = 0;
  while (low < high) {
    const int middle = (low + high) / 2;
    step(middle & 3);
    middle * middle < goal ? low = middle + 1 : high = middle;
    ++trips;
  }
  return low * 100 + trips;
}

struct Tally {
  int odd = 0, even = 0, turns = 0;
  Tally &took(int v) {
    turns += v & 3;
    return *this;
  }
};

static void count(Tally &t, int n) {
  for (int i = 0; i < n; i++) {
    const int v = step(t.turns & 7);
    (v & 1) ? ++t.odd : t.even += v > 9 ? 2 : 1;
    v % 3 == 0 ? t.took(v) : v % 3 == 1 ? t.took(1).took(v) : t;
  }
}

static bool up = true;

static int settled(int n) {
  int at = 0, other = 5;
  do {
    up ? (n & 1 ? at : other) += step(1) & 15 : other -= 1;
    (void)(n > 2 ? at = other : other);
  } while (--n);
  return at * 100 + other;
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cells = ints(64, 1);
  printf("%d\n", bisect(2000));
  Tally t;
  count(t, 9);
  printf("%d %d %d\n", t.odd, t.even, t.turns);
  printf("%d\n", settled(6));
  up = false;
  int last = 0;
  for (int i = 0; i < 4; i++) {
    step(last);
    i == 2 ? last = 9 : last;
  }
  printf("%d\n", last);
  show("cells", cells);
}
