// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void report(int steps);
typedef void (*callback)(int);

void declared(void) {
  int stop = 0, steps = 0;
  setup();
  while (!stop) {
    launch();
    report(steps++); // expect PST1001: call of 'report' inside the loop
    read_flag(&stop);
  }
}

void through_pointer(callback call) {
  int stop = 0;
  while (!stop) {
    launch();
    call(stop); // expect PST1001: call of 'call' inside the loop
    read_flag(&stop);
  }
}
