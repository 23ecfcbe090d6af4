// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(int n) {
  int skip = 3;
  setup();
  for (int left = n; left > 0; --left) { // expect PST1060: no launch in the loop is ever reached
    if ((skip & 7) > 1)
      continue;
    launch();
  }
}
