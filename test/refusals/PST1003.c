// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    stop = stop ?: 0; // expect PST1003: '?:' without a middle operand
  }
}

void address(void) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    stop += (int)(size_t)&stop; // expect PST1003: (size_t)&stop
  }
}
