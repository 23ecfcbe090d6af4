// Instances of a variable template have their arguments where the generated code names them.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 2
// RUN: %long env PERSISTIFY_FAULT=bare-templates not %{check} --entries 2 | FileCheck %s
// CHECK: requires template arguments (in '{{.+}}') [PST9007]
#include "setup.h"

template <typename T> constexpr T scale = T(6);
namespace tuned {
template <typename T, int N> T level = T(N);
}
template <bool Fast> int mode = Fast ? 10 : 1;

static cl_kernel add;
static int plain = 3;
static void step(int by) {
  size_t n = 64;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL);
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem data = ints(64, 3);
  clSetKernelArg(add, 0, sizeof data, &data);
  for (int i = 0; i < 12; i++)
    step((i & 3 ? scale<int> : plain) + i);
  for (int i = 0; i < 12; i++) {
    tuned::level<int, 4> += i;
    mode<true> ^= tuned::level<int, 4>;
    step(tuned::level<int, 4> + mode<true> + mode<false>);
  }
  printf("%d %d %d %d\n", tuned::level<int, 4>, tuned::level<int, 5>, mode<true>, mode<false>);
  show("data", data);
}
