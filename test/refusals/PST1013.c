// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static void waits_for_others(cl_event *others) {
  int stop = 0;
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, others + stop, NULL); // expect PST1013: event '
    read_flag(&stop);
  }
}

cl_event make(void);
void times_of_others(void) {
  int stop = 0;
  cl_ulong start;
  while (!stop) {
    launch();
    read_flag(&stop);
    clGetEventProfilingInfo(make(), CL_PROFILING_COMMAND_START, sizeof start, &start, NULL); // expect PST1013: make()
  }
}
