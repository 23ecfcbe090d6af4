/* The kernel's file does not compile; the other one does.
   RUN: %refused %S/Inputs/step.cl %S/Inputs/unfinished.cl %s
*/
#include "Inputs/host.h"

void loop(int n) {
  int i;
  setup();
  step = clCreateKernel(program, "unfinished", NULL);
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST2024: kernel 'unfinished' seems to be defined by
}
