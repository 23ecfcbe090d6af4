// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

void f(void) {
  int stop = 0, steps = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    printf("step %d\n", ++steps); // expect PST1011: output ('printf')
  }
}
