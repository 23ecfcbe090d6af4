// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void parts(void) {
  int stop = 0;
  setup();
  while (!stop) {
    cl_buffer_region half = {0, 128};
    cl_mem part = clCreateSubBuffer(data, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, NULL); // expect PST1022: 'clCreateSubBuffer'
    launch();
    read_flag(&stop);
    clReleaseMemObject(part);
  }
}

void in_host_memory(void) {
  static int mine[64];
  int stop = 0;
  setup();
  while (!stop) {
    cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof mine, mine, NULL); // expect PST1022: 'clCreateBuffer'
    launch();
    read_flag(&stop);
    clReleaseMemObject(own);
  }
}

/* The one of the trip before is still there. */
void kept(void) {
  int stop = 0;
  cl_mem last = NULL;
  setup();
  while (!stop) {
    cl_mem own = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL); // expect PST1022: 'clCreateBuffer'
    clSetKernelArg(step, 0, sizeof own, &own);
    launch();
    read_flag(&stop);
    last = own;
  }
  clReleaseMemObject(last);
}

/* Not released on each way out. */
void left(void) {
  int stop = 0;
  setup();
  for (;;) {
    cl_mem own = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    clSetKernelArg(step, 0, sizeof own, &own);
    launch();
    read_flag(&stop);
    if (stop)
      return; // expect PST1022: a buffer that is not released here
    clReleaseMemObject(own);
  }
}

void not_its_own(cl_mem given) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    clReleaseMemObject(given); // expect PST1022: 'clReleaseMemObject'
  }
}
