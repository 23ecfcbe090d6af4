// The bytes of an object by a base that is not its first: they begin inside the object.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=base-offset not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --allow-kernel add
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"

static const size_t items = 64;

struct Step {
  int by = 3;
};
struct Range {
  int low = 1, high = 40;
};
struct Plan : Step, Range {
  int rounds = 0;
};
struct Longer : Plan {
  int rest = 9;
};

// Data of a base, as a library of small helpers would hand it over.
template <class T> static void give(cl_kernel k, unsigned at, const T &value) { clSetKernelArg(k, at, sizeof(T), &value); }

static void fetch(cl_mem from, Range *to) { clEnqueueReadBuffer(queue, from, CL_TRUE, 0, sizeof *to, to, 0, NULL, NULL); }

struct One {
  int first = 2;
};
struct Two {
  int second = 6;
};
struct Both : One, Two {
  int third = 7;
  bool holds(const void *at) const { return this == at; }
};

int main() {
  start("steps.cl", "");
  cl_mem cells = ints(64, 3), small = ints(64, -9);
  cl_kernel add = kernel_named("add");
  give(add, 0, cells);

  Plan plan;
  for (int i = 0; i < 4; i++) {
    plan.by += 2;
    give<Step>(add, 1, plan);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    ++plan.rounds;
  }
  printf("%d %d\n", plan.by, plan.rounds);
  show("first", cells);

  Both both;
  for (int i = 0; i < 4; i++) {
    both.second += i;
    give<Two>(add, 1, both);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    both.first += 100;
    both.third += 10;
  }
  show("second", cells);

  Longer longer;
  for (int i = 0; i < 3; i++) {
    fetch(small, &longer);
    longer.rounds += longer.high;
    give(add, 1, longer.rounds);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  printf("%d %d %d %d %d\n", longer.by, longer.low, longer.high, longer.rounds, longer.rest);
  show("into a base", cells);

  Two *seen = &both;
  for (int i = 0; i < 3; i++) {
    Both *whole = static_cast<Both *>(seen);
    whole->first += seen->second;
    give<One>(add, 1, *whole);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("and back", cells);

  for (int i = 0; i < 3; i++) {
    Two *of = &both;
    const void *begin = of;
    // CHECK: [[#@LINE+1]]:{{.*}}PST
    int v = begin == static_cast<const void *>(&both) ? 5 : 6 + both.holds(begin);
    give(add, 1, v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("where it is", cells);

  Both many[3];
  for (int i = 0; i < 3; i++) {
    many[i].second = 11 * i;
    give<Two>(add, 1, many[i]);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("of an array", cells);
  return 0;
}
