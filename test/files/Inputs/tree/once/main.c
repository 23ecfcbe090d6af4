#include "setup.h"
#include "common/config.h"
#include "solver/solver.h"
int main(void) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  config c = {2};
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (int i = 0; i < 3; i++) {
    size_t items = 64;
    int n = amount(&c, i);
    need(clSetKernelArg(k, 1, sizeof n, &n), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
  show("a", a);
  return 0;
}
