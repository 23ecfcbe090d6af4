#include "setup.h"
#ifdef FIRST
#include "common/steps.h"
#endif
#include <solver.h>
#include "common/steps.h"
int main(void) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  solve(k);
  show("a", a);
  return 0;
}
