// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static int halve(int n) { return n > 1 ? 1 + halve(n / 2) : 0; } // expect PST1016: 'halve' calls itself

void f(void) {
  int stop = 0, depth = 9;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    depth = halve(depth + stop);
  }
}
