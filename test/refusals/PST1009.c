// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(int *host, size_t n) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *host, host, 0, NULL, NULL); // expect PST1009: to 'host'
    stop = host[0] > 100;
  }
}
