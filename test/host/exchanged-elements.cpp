// Arrays in objects that are exchanged, by members of pointers that change places: which object it is is one number, which element another one.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 --host-flag=-DREAD
// RUN: %{check} --entries 1 --host-flag=-DCOPY
// RUN: %{check} --entries 1 --host-flag=-DBUFFERS
// RUN: %{check} --entries 1 --host-flag=-DSTORED
// RUN: %{check} --entries 1 --host-flag=-DKEPT
// An array of objects is another matter.
// RUN: %{check} --entries 1 --host-flag=-DSTEPS
// By its own name it may be the same.
// RUN: %{check} --host-flag=-DNAMED --expect-fallback "are the same memory"
// RUN: %{check} --entries 1 --host-flag=-DTRANSFERRED
// RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=exchanged-elements not %{check} --entries 1
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
#elif defined(STORED)
    std::swap(a->more[i % 2], b->more[(i / 2) % 2]);
    if (by & 2)
      a->more[1] = b->cells;
    cells = a->more[1];
#elif defined(KEPT)
    int *kept = a->v + i % 2, (&all)[3] = b->v;
    std::swap(a, b);
    kept[1] += all[i % 3] + a->v[2] * 2;
    by += *kept;
#elif defined(NAMED)
    by += a->v[1] + one.v[1]++;
#elif defined(TRANSFERRED)
    clEnqueueReadBuffer(queue, cells, CL_TRUE, 0, sizeof a->v, a->v, 0, nullptr, nullptr);
    by += a->v[i % 3];
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
