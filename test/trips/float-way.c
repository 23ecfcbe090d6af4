/* Which trips the host runs depends on a number of floating point that is no truth value by itself.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 3 --allow-kernel add=2
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 6 --allow-kernel add=5 -- 0.25
*/
#include "setup.h"
int main(int argc, char **argv) {
  cl_kernel add;
  cl_mem a;
  int i, every;
  float fine = argc > 1 ? (float)atof(argv[1]) : 0;
  size_t global = 64;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 40; ++i) {
    if (fine)
      every = 8;
    else
      every = 20;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (i % every == 0)
      fclose(fopen("mark", "a"));
  }
  remove("mark");
  show("a", a);
  printf("%d\n", i);
  return 0;
}
