/* Two sources define the kernel, and the program's one is named when it runs.
   RUN: %refused %S/Inputs/step.cl %S/Inputs/again.cl %s
   RUN: env PERSISTIFY_FAULT=first-source not %refused %S/Inputs/step.cl %S/Inputs/again.cl %s
*/
#include "Inputs/host.h"

void loop(const char *text, int n) {
  int i;
  program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST2023: kernel 'step' is defined by
}
