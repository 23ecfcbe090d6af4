// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

#include <stdlib.h>

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

/* What the library does is known, but not how to do it there. */
void of_the_library(const char *text) {
  int stop = 0, steps = 0;
  setup();
  while (!stop && steps < atoi(text)) { // expect PST1001: call of 'atoi' inside the loop: there is no model
    launch();
    ++steps;
    read_flag(&stop);
  }
}
