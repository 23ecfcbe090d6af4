// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static cl_kernel now;

void f(void) {
  int stop = 0;
  setup();
  now = clCreateKernel(program, "step", NULL);
  while (!stop) {
    now = step; // expect PST1023: kernel handle 'now' changes
    clEnqueueNDRangeKernel(queue, now, 1, NULL, &global, NULL, 0, NULL, NULL);
    read_flag(&stop);
  }
}
