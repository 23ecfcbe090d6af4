// Loops whose header declares a name that what the host does between trips has, too, as a variable of another place: such a
// loop is not entered or left between trips. Its enumerators hide names as well.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
// With a return, and what is looked at in front of the loop:
// CHECK-COUNT-2: between trips: the loop can be entered and left
// CHECK-COUNT-2: between trips: the loop is not entered or left: '{{title|now}}', which names something else in the loop, is what the host sets
// A function of the program's means its own.
// CHECK-NEXT: between trips: the loop can be entered and left, with total
// CHECK-NEXT: between trips: the loop is not entered or left: 'buffers', which names something else in the loop, is looked at
// RUN: %long env CHECK_BUILDS= "CHECK_AT=2,1 1,1" PERSISTIFY_FAULT=hidden-in-body not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
#include "setup.h"
#include <ctime>
#include <map>
#include <string>
#include <utility>

static const size_t items = 64;
static cl_kernel add;
static const char *title = "none";
struct Grid {
  cl_mem cells;
  int steps;
} first, second, *now = &first, *next = &second;
static double total;
static std::map<std::string, cl_mem> buffers;

static void step(cl_mem cells, int by) {
  clSetKernelArg(add, 0, sizeof cells, &cells);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void call_it(const char *text) { title = text; }
static Grid *turn() {
  std::swap(now, next);
  return next;
}
static void sum(double by) { total += by; }

static int early(Grid *g) {
  for (int i = 0; i < 9; i++) {
    clock_t begun = clock();
    step(g->cells, i);
    clFinish(queue);
    total += 0 * (clock() - begun);
    if (i == 5)
      return i;
  }
  return -1;
}
static const char *named(Grid *g, const char **why) {
  for (int i = 0; i < 9; i++) {
    step(g->cells, i + g->steps);
    *why = "going on";
    if (i == 6) {
      *why = "six";
      return "done";
    }
  }
  return "not done";
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  first = {ints(64, 1), 3}, second = {ints(64, 2), 4};
  buffers["x"] = ints(64, 7);
  for (const char *title = "other"; first.steps < 9; first.steps++) {
    if (first.steps == 5)
      call_it("five");
    step(buffers.at("x"), first.steps + (title != nullptr));
  }
  for (int now = 0; now < 7; now++)
    step(turn()->cells, now);
  for (int total = 0; total < 6; total++) {
    clock_t begun = clock();
    step(first.cells, total);
    clFinish(queue);
    sum(0 * double(clock() - begun));
  }
  for (enum { buffers, most = 5 } e = buffers; second.steps < 9; second.steps++)
    step(::buffers.at("x"), second.steps + e);
  const char *why = "";
  printf("%s %d %g %d\n", title, now == &first, total, early(&first));
  printf("%s ", named(&second, &why));
  printf("%s\n", why);
  show("first", first.cells);
  show("second", second.cells);
  show("x", buffers["x"]);
  return 0;
}
