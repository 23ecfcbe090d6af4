// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=deep-is-recursive not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

#define LAYER(F, G)                                                                                                     \
  static int F(int n) { return G(n + 1); }
static int last(int n) { return n; }
LAYER(a1, last)
LAYER(a2, a1) // expect PST1001: call of 'a1' inside the loop: more than 24 calls stand one within the other
LAYER(a3, a2)
LAYER(a4, a3)
LAYER(a5, a4)
LAYER(a6, a5)
LAYER(a7, a6)
LAYER(a8, a7)
LAYER(a9, a8)
LAYER(b1, a9)
LAYER(b2, b1)
LAYER(b3, b2)
LAYER(b4, b3)
LAYER(b5, b4)
LAYER(b6, b5)
LAYER(b7, b6)
LAYER(b8, b7)
LAYER(b9, b8)
LAYER(c1, b9)
LAYER(c2, c1)
LAYER(c3, c2)
LAYER(c4, c3)
LAYER(c5, c4)
static int upper(int n) { return c5(n); }
LAYER(top, upper)

void f(void) {
  int stop = 0, depth = 9;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    depth = top(depth + stop);
  }
}
