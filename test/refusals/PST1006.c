// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

// None of the sources' kernels has so many parameters.
void f(cl_kernel some) {
  int stop = 0;
  setup();
  clSetKernelArg(some, 7, sizeof stop, &stop);
  while (!stop) {
    clEnqueueNDRangeKernel(queue, some, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1006: cannot tell which kernel 'some' is: no kernel of the sources takes all arguments that it is given
    read_flag(&stop);
  }
}
