// Arrays in objects that are exchanged: which object it is is a number, too, and elements are none of it. Such loops stay.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist --reason PST1017
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DREAD --no-persist --reason PST1017
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DCOPY --no-persist --reason PST1003
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DBUFFERS --no-persist --reason PST1017
// RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=exchanged-elements not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
// An array of objects is another matter.
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DSTEPS --entries 1
#include "setup.h"
#include <utility>

static const size_t items = 64;

struct Lattice {
  cl_mem cells;
  int v[3];
  cl_mem more[2];
  int steps;
};

int main() {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  Lattice one = {ints(64, 1), {1, 2, 3}, {ints(64, 2), ints(64, 3)}, 5};
  Lattice two = {ints(64, 4), {40, 50, 60}, {ints(64, 5), ints(64, 6)}, 7};
  Lattice *a = &one, *b = &two;
  for (int i = 0; i < 5; i++) {
    cl_mem cells = a->cells;
    int by = a->steps + i;
#ifdef READ
    by += a->v[2];
#elif defined(COPY)
    Lattice was = *a;
    *a = *b;
    *b = was;
#elif defined(BUFFERS)
    cells = a->more[i & 1];
#elif !defined(STEPS)
    a->v[i % 3] += b->v[0];
    by += a->v[1];
#endif
    clSetKernelArg(add, 0, sizeof cells, &cells);
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    a->steps += 2;
    std::swap(a, b);
  }
  show("one", one.cells);
  show("two", two.cells);
  show("more", one.more[0]);
  show("most", two.more[1]);
  for (int i = 0; i < 3; i++)
    printf("%d %d ", one.v[i], two.v[i]);
  printf("%d %d\n", one.steps, two.steps);
  return 0;
}
