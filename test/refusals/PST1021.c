// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    if (getchar() == 'q') // expect PST1021: input ('getchar')
      break;
  }
}
