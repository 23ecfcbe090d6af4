// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  cl_kernel missing = clCreateKernel(program, "missing", NULL);
  while (!stop) {
    clEnqueueNDRangeKernel(queue, missing, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST2001: kernel 'missing'
    read_flag(&stop);
  }
}
