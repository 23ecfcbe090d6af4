// Two objects are made on one way, and one with two names on the other: after the ways have met, the names are not
// known to hold one object, nor two.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 2 -- 6 two
// RUN: %{check} --entries 0 --expect-fallback "are the same memory" -- 6
#include "setup.h"

struct Stage {
  int by, items, order[3];
  Stage *other;
};

static cl_kernel add;
static cl_mem a;

static void go(const Stage *s, int t) {
  size_t items = s->items;
  int by = s->by + s->order[t % 3];
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(96, 3);
  const int n = atoi(argv[1]);
  const bool two = argc > 2;
  Stage *u, *v;
  if (two) {
    u = new Stage{1, 32, {1, 2, 3}, nullptr};
    v = new Stage{2, 96, {3, 4, 5}, u};
  } else {
    u = new Stage{3, 64, {5, 6, 7}, nullptr};
    v = u;
  }
  for (int i = 0; i < n; i++) {
    u->by++;
    go(v, i);
    u->order[i % 3]++;
  }
  printf("%d %d %d %d\n", u->by, v->by, u->order[0], v->order[1]);
  Stage *x, *y; // the other way round
  if (!two) {
    x = new Stage{3, 64, {5, 6, 7}, nullptr};
    y = x;
  } else {
    x = new Stage{1, 32, {1, 2, 3}, nullptr};
    y = new Stage{2, 96, {3, 4, 5}, x};
  }
  for (int i = 0; i < n; i++) {
    x->by += 2;
    go(y, i);
    x->order[i % 3]--;
  }
  printf("%d %d %d %d\n", x->by, y->by, x->order[0], y->order[1]);
  show("a", a);
}
