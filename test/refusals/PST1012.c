// RUN: %refused %S/Inputs/step.cl %s
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
