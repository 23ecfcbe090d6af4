/* H9: a macro that has the same value is not the same if its text is no operand by itself: 1 + 1 is not 2 beside a
   product, 8 / 2 is not 4 behind a division, 1 + 2 is no constant of any value. A macro that is an operator has no value.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/operands.cl %s --host-flag=-I%S/../host/Inputs --kernel-flags=-DWIDE=3
   RUN: %{check} --entries 3 -- "-DWIDE=3"
   RUN: %{check} --entries 3 -- "-DWIDE=2 -DHALF=4"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: ROOM" -- "-DROOM=2 -DWIDE=3"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: HALF" -- "-DHALF=8/2 -DWIDE=3"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: WIDE" -- "-DWIDE=1+2"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: JOIN" -- "-DJOIN=- -DWIDE=3"
   No integers for the preprocessor: a number with a point, a cast, a size.
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: HALF" -- "-DHALF=4.f -DWIDE=3"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: HALF" -- "-DHALF=(int)4 -DWIDE=3"
   RUN: %{check} --entries any --expect-fallback "other macros than analysed: HALF" -- "-DHALF=sizeof(int) -DWIDE=3"
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=equal-macros not %{check} --entries 3 -- "-DROOM=2 -DWIDE=3"
*/
#include "setup.h"

int main(int argc, char **argv) {
  start("operands.cl", argv[argc - 1]);
  cl_kernel k = kernel_named("turn"), h = kernel_named("halve"), s = kernel_named("spread");
  cl_mem a = ints(512, 1);
  size_t global = 64, local = 8;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(h, 0, sizeof a, &a);
  clSetKernelArg(s, 0, sizeof a, &a);
  for (int t = 0; t < 5; t++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
  show("turn", a);
  for (int t = 0; t < 5; t++)
    clEnqueueNDRangeKernel(queue, h, 1, NULL, &global, NULL, 0, NULL, NULL);
  show("halve", a);
  for (int t = 0; t < 5; t++)
    clEnqueueNDRangeKernel(queue, s, 1, NULL, &global, NULL, 0, NULL, NULL);
  show("spread", a);
  return 0;
}
