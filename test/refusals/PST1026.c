// RUN: %refused %S/Inputs/step.cl %S/Inputs/other.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  cl_kernel second = clCreateKernel(program, "other", NULL); 
  while (!stop) {
    launch();
    clEnqueueNDRangeKernel(queue, second, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1026: the loop's kernels come from different sources
    read_flag(&stop);
  }
}
