// The host keeps objects of the loop in front of it, where a type that is declared in the loop has no name.
// RUN: not %persistify %S/steps.cl %s -o %t.out --force -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s --implicit-check-not=PST9
// RUN: env PERSISTIFY_FAULT=any-type not %persistify %S/steps.cl %s -o %t.out --force -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s --check-prefix=FAULT
// CHECK: a statement' would run behind the loop, but it has an object of a type that has no name in front of the loop [PST1051]
// CHECK: it has an object of a type that has no name in front of the loop [PST1051]
// CHECK: it has an object of a type that has no name in front of the loop [PST1051]
// RUN: %long env PERSISTIFY_FAULT=any-type-name not %persistify %S/steps.cl %s -o %t.out --force -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: PST1027
// FAULT: PST9007
#include "setup.h"
#include <ctime>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

// Another function's, that has the name of one at the loop.
struct Tour {
  int at;
};
static double total;
static void tour(int i) {
  struct Tour {
    int at;
    std::time_t when;
  };
  Tour tour = {i, std::time(nullptr)};
  step(i);
  total += std::time(nullptr) - tour.when;
  tour.at += tour.when > 0;
  printf("%d\n", tour.at);
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  for (int i = 0; i < 4; i++) {
    struct Lap {
      int at;
      std::time_t when;
    };
    Lap lap = {i, std::time(nullptr)};
    step(i);
    printf("%d %d\n", lap.at, int(lap.when > 0));
  }
  for (int i = 0; i < 4; i++) {
    struct {
      std::time_t when;
    } lap = {std::time(nullptr)};
    step(i);
    printf("%d\n", int(lap.when > 0));
  }
  for (int i = 0; i < 4; i++)
    tour(i);
  return 0;
}
