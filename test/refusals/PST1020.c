// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    clBuildProgram(program, 1, &device, "", NULL, NULL); // expect PST1020: 'clBuildProgram'
    launch();
    read_flag(&stop);
  }
}
