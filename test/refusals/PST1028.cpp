// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

template <class Flag> void run() {
  Flag stop = 0;
  setup();
  while (!stop) { // expect PST1028: the loop stands in a template
    launch();
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL);
  }
}

template void run<int>();
template void run<unsigned>();
