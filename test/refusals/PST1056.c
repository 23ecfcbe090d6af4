// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) { // expect PST1056: contains a loop that a hint leaves as it is (line 9)
#pragma persistify skip
    for (int i = 0; i < 3; ++i)
      launch();
    read_flag(&stop);
  }
}
