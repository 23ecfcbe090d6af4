// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void map(cl_map_flags how) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    int *p = (int *)clEnqueueMapBuffer(queue, flag, CL_TRUE, how, 0, sizeof *p, 0, NULL, NULL, NULL); // expect PST1008: 'clEnqueueMapBuffer'
    stop = *p;
  }
}

void dimensions(cl_uint n) {
  int stop = 0;
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, n, NULL, &global, NULL, 0, NULL, NULL); // expect PST1008: the number of dimensions is not constant
    read_flag(&stop);
  }
}
