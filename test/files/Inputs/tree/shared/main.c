#include "setup.h"
#include "config.h"
#include <amount.h>
int main(void) {
  start("shared.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (int i = 0; i < 3; i++) {
    size_t items = 64;
    config c = amount(i);
    need(clSetKernelArg(k, 1, sizeof c.by, &c.by), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
  show("a", a);
  return 0;
}
