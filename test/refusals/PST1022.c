// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(void) {
  int stop = 0;
  setup();
  while (!stop) {
    cl_mem own = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL); // expect PST1022: 'clCreateBuffer'
    launch();
    read_flag(&stop);
    clReleaseMemObject(own);
  }
}
