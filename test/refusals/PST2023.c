/* More sources define the kernel than the loop gets persistent kernels for, and the program's one is named when it runs.
   DEFINE: %{all} = %S/Inputs/step.cl %S/Inputs/again.cl %t/third.cl %t/fourth.cl %t/fifth.cl
   RUN: rm -rf %t && mkdir %t
   RUN: sed 's/another/a third/' %S/Inputs/again.cl > %t/third.cl
   RUN: sed 's/another/a fourth/' %S/Inputs/again.cl > %t/fourth.cl
   RUN: sed 's/another/a fifth/' %S/Inputs/again.cl > %t/fifth.cl
   RUN: %refused %{all} %s
   RUN: env PERSISTIFY_FAULT=first-source not %refused %{all} %s
*/
#include "Inputs/host.h"

void loop(const char *text, int n) {
  int i;
  program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST2023: kernel 'step' is defined by 5 sources, as
}
