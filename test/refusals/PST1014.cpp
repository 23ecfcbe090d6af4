// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

struct Timer {
  Timer();
  ~Timer();
};

void f() {
  int stop = 0;
  setup();
  while (!stop) {
    Timer timer; // expect PST1014: the destructor of 'timer'
    launch();
    read_flag(&stop);
  }
}
