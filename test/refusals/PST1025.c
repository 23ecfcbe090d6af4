// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(const int *host, size_t n) {
  int stop = 0;
  setup();
  while (!stop) {
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, n * sizeof *host, host, 0, NULL, NULL); // expect PST1025: uploads 'host'
    launch();
    read_flag(&stop);
  }
}
