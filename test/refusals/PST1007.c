// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 0, sizeof(int), &data); // expect PST1007: argument 0 of kernel 'step' is set with 4 bytes, but the parameter 'data' has 8
    launch();
    read_flag(&stop);
  }
}
