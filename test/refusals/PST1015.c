// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static cl_command_queue other;

void f(int which) {
  int stop = 0;
  setup();
  while (!stop) {
    cl_command_queue now = queue;
    if (stop > which)
      now = other;
    clEnqueueNDRangeKernel(now, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1015: several command queues
    read_flag(&stop);
  }
}
