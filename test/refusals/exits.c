// RUN: %refused %S/Inputs/step.cl %s
// A check that stays in the loop when all is well is no way out of it: what is refused
// in front of it must not be left to the host behind the loop.
#include "Inputs/host.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    cl_int rc = call;                                                          \
    if (rc == CL_SUCCESS)                                                      \
      break;                                                                   \
    fprintf(stderr, "%s: %d\n", #call, rc);                                    \
    abort();                                                                   \
  } while (0)

void macro(cl_kernel some) {
  int stop = 0;
  setup();
  clSetKernelArg(some, 7, sizeof stop, &stop); // which no kernel of the source takes
  while (!stop) {
    CHECK(clEnqueueNDRangeKernel(queue, some, 1, NULL, &global, NULL, 0, NULL, NULL)); // expect PST1006: cannot tell which kernel 'some' is
    read_flag(&stop);
  }
}

void next(cl_kernel some) {
  int stop = 0;
  setup();
  clSetKernelArg(some, 7, sizeof stop, &stop); // which no kernel of the source takes
  while (!stop) {
    read_flag(&stop);
    {
      cl_int rc = clEnqueueNDRangeKernel(queue, some, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1006: cannot tell which kernel 'some' is
      switch (rc) {
      case CL_SUCCESS: continue;
      }
      fprintf(stderr, "%d\n", rc);
      abort();
    }
  }
}
