// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0, n = 0;
  int history[4096] = {0};
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    history[n] = history[(n + 7) % 4096] + stop; // expect PST1029: array 'history' is read and written
    n = (n + 1) % 4096;
  }
}
