#include "setup.h"
#include "h.h"
extern int step(void);
int main(void) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, step());
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  steps(k, 3);
  show("a", a);
  return 0;
}
