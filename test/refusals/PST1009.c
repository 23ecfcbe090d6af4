// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

void f(int *even, int *odd, size_t n) {
  int stop = 0, trip = 0;
  setup();
  while (!stop) {
    launch();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *odd, trip % 2 ? odd : even, 0, NULL, NULL); // expect PST1009: to 'trip % 2 ? odd : even'
    read_flag(&stop);
    trip++;
  }
}

/* Four bytes for one. */
void g(int n) {
  _Bool stop = 0;
  int i;
  setup();
  for (i = 0; i < n && !stop; i++) {
    launch();
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof(cl_bool), &stop, 0, NULL, NULL); // expect PST1009: cannot be followed: these are 4 bytes, and it has 1
  }
}
