/* A log that there may be or not: settled in front of the loop.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 1 --output-file log.txt -- log.txt
*/
#include "setup.h"

struct settings {
  FILE *log;
  int every;
};

int main(int argc, char **argv) {
  struct settings s = {argc > 1 ? fopen(argv[1], "w") : NULL, 3};
  size_t global = 64;
  int got = 0;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem data = ints(64, 1);
  clSetKernelArg(add, 0, sizeof data, &data);
  for (int t = 0; t < 10 && got < 40; t++) {
    clSetKernelArg(add, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL);
    if (s.log && t % s.every == 0)
      fprintf(s.log, "%d: %d\n", t, got);
    if (!s.log)
      got++;
  }
  if (s.log)
    fclose(s.log);
  printf("%d\n", got);
  show("data", data);
  return 0;
}
