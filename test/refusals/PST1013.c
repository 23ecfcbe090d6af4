// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void profiled(cl_ulong *start) {
  int stop = 0;
  cl_event event;
  setup();
  while (!stop) { // expect PST1013: the value of event 'event' is used
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, &event);
    read_flag(&stop);
  }
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof *start, start, NULL);
}

void waits_for_others(cl_event other) {
  int stop = 0;
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &other, NULL); // expect PST1013: event '
    read_flag(&stop);
  }
}
