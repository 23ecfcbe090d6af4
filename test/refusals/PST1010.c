// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0, steps = 0;
  setup();
  while (!stop) {
    launch();
    clEnqueueReadBuffer(queue, flag, CL_FALSE, 0, sizeof stop, &stop, 0, NULL, NULL);
    steps += stop; // expect PST1010: 'stop' is used while a non-blocking transfer of it is pending
    clFinish(queue);
  }
}

void source(void) {
  int stop = 0;
  while (!stop) {
    clEnqueueWriteBuffer(queue, flag, CL_FALSE, 0, sizeof stop, &stop, 0, NULL, NULL);
    stop = 1; // expect PST1010: 'stop' is used while a non-blocking transfer of it is pending
    launch();
    read_flag(&stop);
  }
}
