/* Events that commands store and nobody looks at: they keep no trip from the host, nor the loop from being entered later.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-trips --entries 4 --allow-kernel add --allow-kernel map --output-file 4.txt
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DLOOKS --entries 1 --allow-kernel add --allow-kernel map
*/
#include "setup.h"

static void save(cl_mem a, int i) {
  char name[32];
  int data[64];
  FILE *out;
  sprintf(name, "%d.txt", i);
  out = fopen(name, "w");
  if (!out)
    exit(1);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  fprintf(out, "%d %d\n", data[0], data[63]);
  fclose(out);
}

int main(void) {
  size_t global = 64;
  cl_event event;
  int data[64], n = 2;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add"), map = kernel_named("map");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  clSetKernelArg(map, 0, sizeof a, &a);
  clSetKernelArg(map, 1, sizeof b, &b);
  clSetKernelArg(map, 2, sizeof n, &n);
  clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, &event);
  for (int i = 0; i < 10; i++) {
#ifndef LOOKS
    if (i % 4 == 0)
      save(a, i);
#endif
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, &event);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, &event);
  }
#ifdef LOOKS
  clWaitForEvents(1, &event);
#endif
  clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  printf("%d %d\n", data[0], data[63]);
  return 0;
}
