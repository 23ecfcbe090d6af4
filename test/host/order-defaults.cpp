// Operands whose calls share a default argument or initialiser do not meet in it; what a default changes does.
// REQUIRES: device
// DEFINE: %{run} = %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add
// RUN: %{check}
// RUN: rm -rf %t && %{run} 2>&1 | FileCheck %s --implicit-check-not="[PST"
// CHECK: 'counted(i)' and 'counted(2)' may be evaluated in either order, and both change 'calls' [PST1062]
// RUN: %long env PERSISTIFY_FAULT=shared-defaults not %{check} | FileCheck %s --check-prefix=SHARED
// SHARED: 'less(q)' and 'less(i)' may be evaluated in either order, and both change 'z' [PST1062]
#include "setup.h"

static cl_kernel add;
static int calls;

static void step(int by) {
  size_t n = 64;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL);
}
static int less(int x, int z = 5) { return x * 3 - z; }
static int between(int x, int low = 2, int high = 2 * 9) { return x < low ? low : x > high ? high : x; }
struct Scale {
  int by = 3, plus = by + 1;
  explicit Scale(int b) : by(b) {}
  int of(int x) const { return by * x + plus; }
};
static int counted(int x, int n = ++calls) { return x * n; }

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 3);
  clSetKernelArg(add, 0, sizeof a, &a);
  int q = 4;
  for (int i = 0; i < 7; i++) {
    q += i & 1;
    step(less(q) + less(i));
  }
  for (int i = 0; i < 7; i++)
    step(between(i) * between(less(i), 0) - between(q + i));
  for (int i = 0; i < 7; i++)
    step(Scale(i).of(q) - Scale(2).of(i));
  for (int i = 0; i < 7; i++)
    step(counted(i) + counted(2));
  show("a", a);
}
