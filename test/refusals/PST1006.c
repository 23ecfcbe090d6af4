// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(cl_kernel some) {
  int stop = 0;
  setup();
  while (!stop) {
    clEnqueueNDRangeKernel(queue, some, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1006: cannot tell which kernel 'some' is
    read_flag(&stop);
  }
}
