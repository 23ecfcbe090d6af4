// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(const int *even, const int *odd, size_t n) {
  int stop = 0, trip = 0;
  setup();
  while (!stop) {
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, n * sizeof *odd, trip % 2 ? odd : even, 0, NULL, NULL); // expect PST1025: uploads 'trip % 2 ? odd : even'
    launch();
    read_flag(&stop);
    trip++;
  }
}
