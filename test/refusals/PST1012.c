// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=included-loops not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

#define REPEAT_UNTIL(stop) while (!(stop))

void f(void) {
  int stop = 0;
  setup();
  REPEAT_UNTIL(stop) { // expect PST1012: comes from macro 'REPEAT_UNTIL'
    launch();
    read_flag(&stop);
  }
}

/* Files that are included in the middle of a function: all of the loop, its head, its body. */
void g(void) {
  int stop = 0;
#include "Inputs/whole-loop.inc"
}

int h(int stop) {
  setup();
#include "Inputs/loop-head.inc"
  {
    launch();
    read_flag(&stop);
  }
  return stop;
}

void i(int trips) {
  int stop = 0;
  for (setup(); trips > 0; --trips) // expect PST1012: comes from the included file 'loop-body.inc'
#include "Inputs/loop-body.inc"
}
