// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=skipped not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static int asked;

void counted(void) {
  int stop = 0;
  while (!stop) {
    cl_event done;
    cl_int status;
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, &done);
    read_flag(&stop);
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, (asked++, sizeof status), &status, NULL); // expect PST1064: 'asked++' stands
    clReleaseEvent(done);
  }
}
