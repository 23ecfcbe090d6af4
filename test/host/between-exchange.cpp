// Loops that are entered between two trips and exchange objects of the host's: what pointers point to, what smart pointers own,
// which text a variable has. The host does that each time that trips have run.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
// CHECK-COUNT-6: between trips: the loop can be entered and left
// RUN: rm -rf %t && env PERSISTIFY_FAULT=commits-once %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | not FileCheck %s
#include "setup.h"
#include <memory>
#include <utility>

static cl_kernel add;
static const size_t items = 64;

struct Grid {
  cl_mem cells;
  int steps;
};

static void step(cl_mem cells, int by) {
  clSetKernelArg(add, 0, sizeof cells, &cells);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

// Pointers that members hold, and a loop that ends early.
class Pair {
  Grid one, two;
  Grid *front = &one, *back = &two;

public:
  Pair(cl_mem a, cl_mem b) : one{a, 1}, two{b, 100} {}
  int run(int most) {
    int i = 0;
    while (true) {
      step(front->cells, i + front->steps);
      front->steps += 3;
      std::swap(front, back);
      if (front->steps > most)
        break;
      ++i;
    }
    return i * 1000 + front->steps - back->steps + (front == &one);
  }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  Grid a = {ints(64, 1), 5}, b = {ints(64, 2), 7}, c = {ints(64, 3), 9};

  Grid *now = &a, *next = &b;
  for (int i = 0; i < 9; i++) {
    step(now->cells, i);
    now->steps += i;
    Grid *was = now;
    now = next;
    next = was;
  }
  printf("%d %d %d\n", a.steps, b.steps, now == &b);
  show("two", now->cells);

  // Three in turn, one of which stays where it is in each third trip.
  Grid *p = &a, *q = &b, *r = &c;
  int left = 10;
  do {
    step(p->cells, left);
    q->steps += p->steps;
    Grid *was = p;
    p = q;
    if (left % 3) {
      q = r;
      r = was;
    } else
      q = was;
  } while (--left > 0);
  printf("%d %d %d %d\n", a.steps, b.steps, c.steps, (p == &a) * 1 + (q == &a) * 2 + (p == &b) * 4 + (q == &b) * 8);
  show("three", r->cells);

  auto mine = std::make_unique<Grid>(a), other = std::make_unique<Grid>(b);
  for (int i = 0; i < 7; i++) {
    step(mine->cells, mine->steps);
    ++mine->steps;
    mine.swap(other);
  }
  printf("%d %d\n", mine->steps, other->steps);
  show("owned", other->cells);

  const char *phase = "none";
  for (int i = 0; i < 8; i++) {
    if (i == 2)
      phase = "warm";
    else if (i == 6)
      phase = "hot";
    step(c.cells, i * 2);
  }
  printf("%s\n", phase);

  // With what is printed in a trip.
  for (int i = 0; i < 8; i++) {
    step(next->cells, i);
    std::swap(now, next);
    printf("trip %d of %d\n", i, 8);
  }
  printf("%d\n", now == &a);

  printf("%d\n", Pair(a.cells, c.cells).run(130));
  show("a", a.cells);
  show("b", b.cells);
  show("c", c.cells);
  return 0;
}
