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

static cl_command_queue many[200];

void each_in_turn(int n) {
  setup();
  for (int i = 0; i < n; i++) {
    clEnqueueNDRangeKernel(many[i], step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1015: 'many[i]' is not seen to be the same one
    clFinish(many[0]);
  }
}

struct unit {
  cl_command_queue queue;
  int calls;
};
static struct unit units[40];
static int active;

static void next_unit(void) { active = (active + 1) % 40; }

void by_unit(int n) {
  setup();
  for (int i = 0; i < n; i++) {
    clEnqueueNDRangeKernel(units[active].queue, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1015: 'units[active].queue' is not seen
    next_unit();
  }
}

static cl_command_queue upper, lower;

void two_queues(void) {
  int stop = 0;
  upper = clCreateCommandQueue(context, device, 0, NULL);
  lower = clCreateCommandQueue(context, device, 0, NULL);
  while (!stop) {
    clEnqueueNDRangeKernel(upper, step, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(lower, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL); // expect PST1015: several command queues
  }
}
