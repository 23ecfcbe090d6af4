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
    clEnqueueNDRangeKernel(queue, step, n, NULL, &global, NULL, 0, NULL, NULL); // expect PST1008: the number of dimensions is neither constant nor known in front of the loop
    n = 3 - n;
    read_flag(&stop);
  }
}

void rows(cl_mem to) {
  const size_t from[3] = {0, 0, 0}, at[3] = {4, 0, 0}, part[3] = {16, 4, 1};
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    clEnqueueCopyBufferRect(queue, data, to, from, at, part, 32, 0, 16, 0, 0, NULL, NULL); // expect PST1008: rows can be copied one by one
    read_flag(&stop);
  }
}

/* The second size would be whatever lies behind the first. */
void one_size(size_t items) {
  int stop = 0;
  setup();
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, 2, NULL, &items, NULL, 0, NULL, NULL); // expect PST1008: '&items' inside the loop is not supported: a launch in 2 dimensions reads as many sizes, and this is one
    read_flag(&stop);
  }
}

void small_size(int items) {
  int stop = 0;
  setup();
  while (!stop) {
    clEnqueueNDRangeKernel(queue, step, 1, NULL, (const size_t *)&items, NULL, 0, NULL, NULL); // expect PST1008: a size is read as a number of 8 bytes, and this has 4
    read_flag(&stop);
  }
}
