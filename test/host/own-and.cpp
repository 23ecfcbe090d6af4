/* Conditions of types for which the program has its own `&&`: what is put beside them calls none of it.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 3
   RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=any-condition not %{check} --entries 3
*/
#include "setup.h"

struct Left {
  int n;
  operator bool() const { return n > 0; }
};
enum Phase { Done, Cooling, Warm };
static int asked;
static bool operator&&(const Left &, bool) { return ++asked, false; }
static bool operator&&(const Left &, int) { return ++asked, false; }
static bool operator&&(bool, const Left &) { return ++asked, false; }
static bool operator&&(bool, Phase) { return ++asked, false; }
static bool operator&&(Phase, bool) { return ++asked, false; }

int main() {
  start("steps.cl", "");
  size_t global = 64;
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(k, 0, sizeof a, &a);
  auto step = [&](int by) {
    clSetKernelArg(k, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  };
  Left left = {7};
  while (left) {
    step(left.n);
    left.n -= 2;
  }
  left.n = 5;
  do {
    step(left.n * 3);
    --left.n;
  } while (left);
  int steps = 0;
  for (Phase p = Warm; p; p = steps < 4 ? Warm : steps < 9 ? Cooling : Done)
    step(++steps);
  printf("%d %d %d\n", left.n, steps, asked);
  show("a", a);
}
