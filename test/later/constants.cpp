// A constant of the program that leads to something which the loop changes.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries
// RUN: %{check} 2 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=constant-names not %{check} any | FileCheck %s
// CHECK: standard output differs
#include "setup.h"
#include <ctime>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static bool passed() { return std::clock() != std::clock_t(-1); }

static char text[] = "abc", other[] = "xyz";
const char *const label = text;
const char *const labels[] = {"none", other};
static const char *const days[] = {"mon", "tue", "wed", "thu"};
static const struct {
  const char *name;
  double unit;
} units[] = {{"s", 1}, {"ms", 1e3}};

static void print_label() { printf("%s %d\n", label, passed()); }
static void print_second() { printf("%s %d\n", labels[1], passed()); }
static void print_tag(int i) {
  static const char *const tags[] = {"tag", text};
  printf("%s %d\n", tags[i & 1], passed());
}
static void print_day(int i) { printf("%s %d\n", days[i & 3], passed()); }
static void print_unit(int i) { printf("%s %g\n", units[i & 1].name, units[i & 1].unit * passed()); }

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < 4; ++i) { // persistent, as is the next
    step(i);
    print_day(i);
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    print_unit(i);
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    text[0] = 'a' + i;
    print_label();
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    other[0] = 'a' + i;
    print_second();
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    text[0] = 'a' + i;
    print_tag(i);
  }
  show("a", a);
}
