// Assignments whose right side C++17 puts first, and g++ 12 does not.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=gcc-orders not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"

struct Pair {
  int a, b;
};
static int used, slots[99];
static Pair pairs[4];
static int take(int v) {
  used++;
  return v;
}
static Pair both(int v) {
  used++;
  return {v, v};
}
static int &cell(int by) {
  used += by;
  return slots[used];
}
void run(int n) {
  for (int i = 0; i < n; i++) {
    slots[used] = take(i); // expect PST1062: 'slots[used]' and 'take(i)' may be evaluated in either order, and one changes 'used'
    launch();
  }
  for (int i = 0; i < n; i++) {
    pairs[used & 3] = both(i); // expect PST1062: one changes 'used'
    launch();
  }
  for (int i = 0; i < n; i++) {
    cell(1) += used; // expect PST1062: one changes 'used'
    launch();
  }
}
