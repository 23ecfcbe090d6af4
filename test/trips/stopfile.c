/* Each so many steps the program looks whether somebody wants it to end.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 6 --allow-kernel rule=10
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 5 --allow-kernel rule=8 -- 60
*/
#include "setup.h"
#include <unistd.h>
static int wanted(void) { return access("stop", F_OK) == 0; }
int main(int argc, char **argv) {
  cl_kernel rule;
  cl_mem a, b;
  unsigned char first[128];
  int n = 128, bits = 150, i, stop = 0, until = argc > 1 ? atoi(argv[1]) : 1000;
  size_t global = 128;
  start("cell.cl", "");
  remove("stop");
  rule = kernel_named("rule");
  memset(first, 0, sizeof first);
  first[64] = 1;
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  clSetKernelArg(rule, 2, sizeof n, &n);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  for (i = 0; i < 100 && !stop; i += 2) {
    clSetKernelArg(rule, 0, sizeof a, &a);
    clSetKernelArg(rule, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, rule, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(rule, 0, sizeof b, &b);
    clSetKernelArg(rule, 1, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, rule, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (i % 20 == 0) {
      if (i >= until)
        fclose(fopen("stop", "w"));
      stop = wanted();
    }
  }
  remove("stop");
  show("a", a);
  printf("%d %d\n", i, stop);
  return 0;
}
