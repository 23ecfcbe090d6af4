// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(int how) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    switch (how) { // expect PST1002: a case label inside another statement
    case 0:
      if (stop) {
      case 1:
        stop++;
      }
    }
  }
}

void assembly(void) {
  int stop = 0;
  while (!stop) {
    launch();
    __asm__ volatile("" : : : "memory"); // expect PST1002: this statement
    read_flag(&stop);
  }
}
