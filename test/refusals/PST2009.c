// RUN: %refused %S/Inputs/surplus.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  size_t sixteen = 16, four = 4;
  setup();
  cl_kernel tile = clCreateKernel(program, "tile", NULL);
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &sixteen, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, tile, 1, NULL, &global, &four, 0, NULL, NULL); // expect PST2009: kernel 'tile' cannot run with surplus work-items
    read_flag(&stop);
  }
}
