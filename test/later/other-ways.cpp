// What the host performs later by ways that only C++ has: casts down, members that are references, bindings, references that
// functions of the library return, addresses of parameters that a temporary may stand for, the order of C++17, where a call stands.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
// RUN: %{check} --expect-fallback "are the same memory"
// RUN: %long env PERSISTIFY_FAULT=any-cast not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=own-references not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=any-binding not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=address-of-reference not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=kept-temporaries not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=left-text-first not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=any-overload,any-function not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=front-defaults not %{check} --expect-fallback "are the same memory" | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=any-place not %{check} --expect-fallback "are the same memory" | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <ctime>
#include <iostream>
#include <utility>

static const int trips = 6;
static cl_kernel add;
static const size_t items = 64;

static int passed() { return std::clock() != std::clock_t(-1); }
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

template <class Of> struct Counts {
  int hits = 0;
  void hit() {
    static_cast<Of *>(this)->got += passed();
    ++hits;
  }
};
struct Real : Counts<Real> {
  int got = 0;
};
struct Holder {
  int own = 1;
};
struct View {
  int &level;
  long when = 0;
  void raise() {
    level += passed();
    when = long(std::time(nullptr));
  }
};
static int level = 2, same;
static void compare(const int &x) { same += passed() && &x == &level; }
static int turn;
static int taken(int now = turn) { return passed() * now; }
static void kind(const int &x) { printf("lvalue %d\n", x * passed()); }
static void kind(int &&x) { printf("rvalue %d\n", x * passed()); }
static void where(int i, int line = __builtin_LINE()) { std::cout << i << " " << (line > 100 ? 1 : 0) << line - line / 10 * 10 << passed() << "\n"; }

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  Real real;
  Counts<Real> &base = real;
  for (int i = 0; i < trips; i++) {
    step(real.got);
    base.hit();
  }
  show("cast", a);
  Holder holder;
  View view{holder.own};
  for (int i = 0; i < trips; i++) {
    step(holder.own);
    view.level += passed();
  }
  for (int i = 0; i < trips; i++) {
    step(holder.own);
    view.raise();
  }
  show("reference", a);
  int bound = 0;
  for (int i = 0; i < trips; i++) {
    auto [x, y] = std::make_pair(passed(), i);
    x += y;
    step(i);
    printf("%d ", x);
    bound += 1;
  }
  printf("%d\n", bound);
  std::pair<int, int> both{0, 0};
  for (int i = 0; i < trips; i++) {
    step(i);
    both.first += passed();
    std::cout << std::get<0>(both) << " ";
  }
  std::cout << "\n";
  for (int i = 0; i < trips; i++) {
    step(i);
    compare(level);
    compare(i);
  }
  for (int i = 0; i < trips; i++) {
    step(i);
    kind(i);
    kind(i + 1);
  }
  for (int i = 0; i < trips; i++) {
    turn += passed();
    int now = taken();
    step(i);
    std::cout << now << " ";
  }
  std::cout << "\n";
  int kept[2 * trips] = {}, n = 0;
  for (int i = 0; i < trips; i++) {
    step(i);
    kept[n++] = passed() + n;
  }
  for (int i : kept)
    printf("%d ", i);
  printf("%d\n", same);
  for (int i = 0; i < trips; i++) {
    step(i);
    where(i);
  }
  show("end", a);
  return 0;
}
