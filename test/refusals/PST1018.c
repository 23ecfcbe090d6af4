// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
  again:
    launch();
    read_flag(&stop);
    if (stop == 2)
      goto again; // expect PST1018: goto 'again'
  }
}
