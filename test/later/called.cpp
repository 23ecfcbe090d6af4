// What the host performs later calls what the program called: the method of a const object, or of the base class that a
// reference has, with the end of what it is given. And texts that each compiler has for itself.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
// RUN: %{check} 8 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=any-method,any-meaning not %{check} any | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=quiet-ends not %{check} any | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=any-text not %{check} any | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=kept-temporaries not %{check} any | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <ctime>
#include <iostream>
#include <type_traits>
#include <vector>

static cl_kernel add;
static const size_t items = 64;

static int passed() { return std::clock() != std::clock_t(-1); }
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

struct State {
  int calls = 0;
  void dump() { printf("plain %d\n", passed()); }
  void dump() const { printf("const %d\n", passed()); }
  void trip(int i) const {
    step(i);
    dump();
  }
  int operator()() const { return passed(); }
  int operator()() { return 10 * passed(); }
};
static void report(const State &s, int i) {
  step(i);
  s.dump();
}
static void report(const State *s) {
  step(1);
  s->dump();
}
struct Shape {
  void draw() { printf("shape %d\n", passed()); }
};
template <class T> struct Round : T {
  void draw() { printf("round %d\n", passed()); }
};
static void drawn(Shape &s, int i) {
  step(i);
  s.draw();
}
static void drawn(Shape *s) {
  step(2);
  s->draw();
}

struct Machine {
  void hook() { printf("machine %d\n", passed()); }
  void add(Shape &) { printf("shape %d\n", passed()); }
  void add(const Shape &) { printf("const %d\n", passed()); }
  template <class T> void note(T &) { printf("%d\n", passed() + 2 * std::is_const<T>::value); }
  void run(int i) {
    step(i);
    hook();
  }
};
struct Special : Machine {
  void hook() { printf("special %d\n", passed()); }
};
static void added(Machine &m, const Shape &s, int i) {
  step(i);
  m.add(s);
}
static void noted(Machine &m, const Shape &s, int i) {
  step(i);
  m.note(s);
}

static int ended;
struct Given {
  int value;
  ~Given() { ++ended; }
};
static void show_given(Given g) { printf("%d %d\n", g.value, passed()); }

template <class T> static void traced(T i) {
  step(i);
  std::cout << __PRETTY_FUNCTION__ << " " << __func__ << "\n";
}
static int level = 2;
static std::vector<int> same;
static void compare(const int &x) {
  const int &again = x;
  same.push_back(passed() && &again == &level);
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  State state;
  Round<Shape> round;
  Given given{4};
  for (int i = 0; i < 4; ++i) // persistent, as are the next four
    state.trip(i);
  for (int i = 0; i < 4; ++i)
    report(state, i);
  for (int i = 0; i < 4; ++i)
    report(&state);
  for (int i = 0; i < 4; ++i)
    drawn(round, i);
  for (int i = 0; i < 4; ++i)
    drawn(&round);
  Special special;
  for (int i = 0; i < 4; ++i) // persistent, too
    special.run(i);
  Shape shape;
  for (int i = 0; i < 3; ++i) // by other arguments another one
    added(special, shape, i);
  for (int i = 0; i < 3; ++i)
    noted(special, shape, i);
  for (int i = 0; i < 9; ++i) { // ends count
    step(i);
    show_given(given);
    if (ended > 4)
      break;
  }
  for (int i = 0; i < 3; ++i)
    traced(i);
  for (int i = 0; i < 3; ++i) {
    step(level + i);
    compare(level);
  }
  for (int is : same)
    printf("%d ", is);
  for (int i = 0; i < 3; ++i) { // of two operators
    step(i);
    printf("%d\n", state());
  }
  show("a", a);
}
