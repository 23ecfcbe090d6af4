// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  long double sum = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    sum += stop; // expect PST1004: has type 'long double'
  }
}

void wide(void) {
  int stop = 0;
  __int128 sum = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    sum += stop; // expect PST1004: has type '__int128'
  }
}
