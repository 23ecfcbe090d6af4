// Types that statements performed later spell, where another type has that name at the loop, or none has.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
// RUN: %{check} 1
// RUN: %long env PERSISTIFY_FAULT=types-as-written not %{check} 1 | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <ctime>
#include <vector>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static double none() { return 0 * double(clock()); } // which only the host has

typedef double number;
namespace {
struct Pair {
  number a;
  int b;
};
} // namespace
struct Base {
  double t = 0;
  void mark() { t = none() + 1; }
};
struct Derived : Base {
  double u = 0;
  void mark() { u = none() + 2; }
};
static double cut(double x) {
  typedef short number;
  return number(none() + x);
}

int main() {
  double plain = 0, local = 0, other = 0, made = 0;
  std::vector<double> all;
  Derived d;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < 4; i++) {
    step(i);
    plain += (number)(none() + 0.75);
    {
      typedef int number;
      typedef Derived Known;
      local += (number)(none() + 1.75);
      local += number(none() + 1.75) + static_cast<number>(none() + 1.75);
      local += number{} + none();
      d.Known::Base::mark();
      d.Derived::mark();
    }
    other += cut(2.5) + double{none()};
    made += Pair{none() + 0.5, i}.a;
    all.push_back((unsigned char)(none() + 200.5));
  }
  printf("%g %g %g %g %g %g %g\n", plain, local, other, made, all[3], d.t, d.u);
  show("a", a);
  return 0;
}
