/* H9: conditions of another file, whose function the loop uses, are asked where the loop is.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/macros.cl %s %S/Inputs/gain.c --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --host-flag=-DFAST
   RUN: %{check} --expect-fallback "FAST is defined" --compiler-flag=-DFAST
*/
#include "setup.h"

int gain(int v);

int main(void) {
  size_t global = 64;
  int i, v = 1;
  start("macros.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 5; i++) {
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    v = gain(v);
  }
  printf("%d\n", v);
  show("a", a);
  return 0;
}
