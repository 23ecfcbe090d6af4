// Functions of a library's header that say where a part of their argument is. What does more is unknown.
// REQUIRES: device
// RUN: %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 2 --allow-kernel shift
// RUN: %long env PERSISTIFY_FAULT=no-accessors not %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 2 --allow-kernel shift
#include "setup.h"
#include "other-library/shapes.h"

static const size_t global = 64;

static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr), "launch"); }

int main() {
  start("unions-of-numbers.cl", "");
  cl_kernel shift = kernel_named("shift");
  cl_mem cells = ints(64, 1);
  clSetKernelArg(shift, 0, sizeof cells, &cells);
  shapes::vec2<int> by = {{2}, {3}};
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(shift, 1, sizeof by, shapes::value_ptr(by));
    launch(shift);
    by.g += by.x;
  }
  shapes::box<int> b = {{{1}, {2}}, {{3}, {4}}};
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(shift, 1, sizeof b.low, shapes::value_ptr(b));
    launch(shift);
    b.low.r += shapes::second(&b.high) + i;
  }
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(shift, 1, sizeof by, shapes::moved(by));
    launch(shift);
  }
  printf("%d %d, %d\n", by.x, by.y, b.low.x);
  show("cells", cells);
  return 0;
}
