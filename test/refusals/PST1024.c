// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 2, sizeof(cl_mem), &data); // expect PST1024: kernel 'step' has 2 parameters, but argument 2 is set
    launch();
    read_flag(&stop);
  }
}
