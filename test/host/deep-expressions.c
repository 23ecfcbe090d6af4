/* Operators that stand one on the other, in several styles. Each operand is written once, or no time would be enough. */
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// REQUIRES: device
#include "setup.h"

#define T2(F, X) F(F(X))
#define T10(F, X) T2(F, T2(F, T2(F, T2(F, T2(F, X)))))
#define T50(F, X) T10(F, T10(F, T10(F, T10(F, T10(F, X)))))
#define T150(F, X) T50(F, T50(F, T50(F, X)))

#define ONE_MORE(X) (X + 1)
#define TURNED(X) -(X)
#define CHOSEN(X) ((X) > 3 ? i : 7)
#define NARROW(X) (signed char)((X)*i)

static void once(cl_kernel k, int v) {
  size_t items = 64;
  need(clSetKernelArg(k, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

int main(void) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (int i = 0; i < 5; i++)
    once(k, T150(ONE_MORE, i));
  for (int i = 0; i < 5; i++)
    once(k, T150(TURNED, i));
  for (int i = 0; i < 5; i++) {
    int v = T50(CHOSEN, i);
    once(k, v);
  }
  for (int i = 0; i < 5; i++)
    once(k, T50(NARROW, i) + 3);
  show("a", a);
  return 0;
}
