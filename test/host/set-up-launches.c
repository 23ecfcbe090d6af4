/* A library without main: the function that sets up also launches, to warm up, but has no loop.
   RUN: %persistify --dry-run %S/steps.cl %s -- -I%S/Inputs 2>&1 | FileCheck %s
   RUN: %persistify --dry-run %S/steps.cl %s -- -I%S/Inputs -DWARM 2>&1 | FileCheck %s
   CHECK: 1 loop transformed, 0 refused
*/
#include "setup.h"

struct plan {
  cl_kernel add;
  cl_mem data;
  cl_uint rank;
  size_t items[1];
};

void plan_open(struct plan *p, int n) {
  start("steps.cl", "");
  p->rank = 1;
  p->items[0] = n;
  p->add = kernel_named("add");
  p->data = ints(n, 0);
#ifdef WARM
  clEnqueueNDRangeKernel(queue, p->add, p->rank, NULL, p->items, NULL, 0, NULL, NULL);
#endif
}

void plan_run(struct plan *p, int levels) {
  int level;
  clSetKernelArg(p->add, 0, sizeof p->data, &p->data);
  for (level = 0; level < levels; level++) {
    clSetKernelArg(p->add, 1, sizeof level, &level);
    clEnqueueNDRangeKernel(queue, p->add, p->rank, NULL, p->items, NULL, 0, NULL, NULL);
  }
  show("data", p->data);
}
