// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void value_for_buffer(int n) {
  int stop = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 0, sizeof n, &n); // expect PST1019: argument 0 of kernel 'step' is set to a value, but the parameter 'data' is a buffer
    launch();
    read_flag(&stop);
  }
}
