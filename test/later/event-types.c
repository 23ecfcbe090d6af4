// Events that are kept stand for the loop's commands but are of another type: not where the program asks for it.
// RUN: %refused %S/steps.cl %s -- -- -DCL_TARGET_OPENCL_VERSION=120 -I%S/../host/Inputs
// RUN: env PERSISTIFY_FAULT=any-event-type not %refused %S/steps.cl %s -- -- -DCL_TARGET_OPENCL_VERSION=120 -I%S/../host/Inputs
// Asked for their status only, they are kept.
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -DSTATUS -I%S/../host/Inputs
#include "setup.h"

static cl_kernel add;
static cl_event events[8];
static size_t items = 64;

static void keep(void) {
  for (int t = 0; t < 8; t++) {
    clSetKernelArg(add, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &events[t]); // expect PST1013: event '&events[t]'
  }
}

int main(void) {
  cl_command_type type = 0;
  cl_int status = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  keep();
  for (int t = 0; t < 8; t++) {
#ifndef STATUS
    clGetEventInfo(events[t], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
#endif
    clGetEventInfo(events[t], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    printf("%x %d\n", type, status);
    clReleaseEvent(events[t]);
  }
  return 0;
}
