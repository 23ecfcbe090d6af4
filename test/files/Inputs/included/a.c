#ifndef AGAIN
#include "setup.h"
#endif
#ifndef PASS
#define PASS 1
#endif
#ifndef NAME
#define NAME solve
#endif
int NAME(int trips) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (int i = 0; i < trips; i++) {
    size_t items = 64;
    int n = PASS + i;
    need(clSetKernelArg(k, 1, sizeof n, &n), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
  show("a", a);
  return 0;
}
