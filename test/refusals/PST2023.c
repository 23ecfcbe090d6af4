/* More sources define the kernel than the loop gets persistent kernels for, and the program's one is named when it runs.
   DEFINE: %{first} = %S/Inputs/step.cl %S/Inputs/again.cl %t/3.cl %t/4.cl %t/5.cl %t/6.cl %t/7.cl %t/8.cl %t/9.cl
   DEFINE: %{all} = %{first} %t/10.cl %t/11.cl %t/12.cl %t/13.cl %t/14.cl %t/15.cl %t/16.cl %t/17.cl
   RUN: rm -rf %t && mkdir %t
   RUN: sed 's/another/text 3/' %S/Inputs/again.cl > %t/3.cl
   RUN: sed 's/another/text 4/' %S/Inputs/again.cl > %t/4.cl
   RUN: sed 's/another/text 5/' %S/Inputs/again.cl > %t/5.cl
   RUN: sed 's/another/text 6/' %S/Inputs/again.cl > %t/6.cl
   RUN: sed 's/another/text 7/' %S/Inputs/again.cl > %t/7.cl
   RUN: sed 's/another/text 8/' %S/Inputs/again.cl > %t/8.cl
   RUN: sed 's/another/text 9/' %S/Inputs/again.cl > %t/9.cl
   RUN: sed 's/another/text 10/' %S/Inputs/again.cl > %t/10.cl
   RUN: sed 's/another/text 11/' %S/Inputs/again.cl > %t/11.cl
   RUN: sed 's/another/text 12/' %S/Inputs/again.cl > %t/12.cl
   RUN: sed 's/another/text 13/' %S/Inputs/again.cl > %t/13.cl
   RUN: sed 's/another/text 14/' %S/Inputs/again.cl > %t/14.cl
   RUN: sed 's/another/text 15/' %S/Inputs/again.cl > %t/15.cl
   RUN: sed 's/another/text 16/' %S/Inputs/again.cl > %t/16.cl
   RUN: sed 's/another/text 17/' %S/Inputs/again.cl > %t/17.cl
   RUN: %refused %{all} %s
   RUN: env PERSISTIFY_FAULT=first-source not %refused %{all} %s
*/
#include "Inputs/host.h"

void loop(const char *text, int n) {
  int i;
  program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST2023: kernel 'step' is defined by 17 sources, as
}
