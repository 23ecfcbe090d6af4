// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(int *const *where, int n) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    *where[n] += stop; // expect PST1017: cannot tell what
    ++n;
  }
}
