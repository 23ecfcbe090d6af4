// Pointers to objects are exchanged whatever their type is called: without a name, private, of another scope.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 5
// RUN: %long env PERSISTIFY_FAULT=pointers-swapped not %{check} --entries 5 | FileCheck %s
// CHECK: original loop
#include "setup.h"
#include <utility>

static cl_kernel add;
static void step(int by) {
  size_t n = 64;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL);
}

static void nameless() {
  struct {
    int x;
  } cells[3] = {{1}, {3}, {5}}, *p;
  for (int i = 0; i < 9; i++) {
    p = cells + i % 3;
    p->x += i;
    step(p->x);
  }
  printf("%d %d %d\n", cells[0].x, cells[1].x, cells[2].x);
}

class Field {
  struct Cell {
    int x;
  };
  Cell one{1}, two{2};

public:
  void run() {
    auto &a = one, &b = two;
    Cell *from = &a, *to = &b;
    for (int i = 0; i < 9; i++) {
      to->x += from->x % 50 + i;
      step(to->x);
      std::swap(from, to);
    }
    printf("%d %d %d\n", one.x, two.x, from == &one);
  }
};

namespace far {
struct Cell {
  int x;
};
} // namespace far
static far::Cell first{4}, second{2};
static void elsewhere() {
  auto *from = &first, *to = &second;
  for (int i = 0; i < 9; i++) {
    to->x += from->x % 50 + i;
    step(to->x);
    auto *other = from;
    from = to, to = other;
  }
  printf("%d %d\n", first.x, second.x);
}

// Members of one object, swapped by std::swap there or from outside.
struct Game {
  far::Cell *now, *next;
  int turn;
  void flip() {
    std::swap(now, next);
    ++turn;
  }
};
static void members() {
  far::Cell a{1}, b{3};
  Game g{&a, &b, 0};
  while (g.turn < 8) {
    g.next->x = g.now->x * 3 % 100 + g.turn;
    step(g.next->x);
    g.flip();
  }
  for (int i = 0; i < 7; i++) {
    g.next->x = g.now->x * 5 % 100 + i;
    step(g.next->x);
    std::swap(g.now, g.next);
  }
  printf("%d %d %d\n", a.x, b.x, g.now == &a);
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem data = ints(64, 3);
  clSetKernelArg(add, 0, sizeof data, &data);
  nameless();
  Field field;
  field.run();
  elsewhere();
  members();
  show("data", data);
}
