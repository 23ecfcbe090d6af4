// Of which one tells its own lines.
// RUN: rm -rf %t && mkdir %t && sed 's/2;/__LINE__ + 1;/' %S/Inputs/other.cl > %t/other.cl
// RUN: %refused %S/Inputs/step.cl %t/other.cl %s
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
