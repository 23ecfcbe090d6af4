// The same in C++98: the host's objects begin without braces.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-std=c++98 --entries 3
#include "setup.h"
#include <ctime>
#include <string>
#include <vector>

static cl_kernel add;
static const size_t items = 64;
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct Pair {
  clock_t from, to;
};
enum Kind { early, late };

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  long sum = 0;
  for (int i = 0; i < 4; ++i) {
    clock_t from = clock();
    step(i);
    sum += clock() >= from;
  }
  for (int i = 0; i < 4; ++i) {
    Pair both;
    clock_t each[2];
    both.from = clock();
    each[0] = both.from;
    step(i);
    both.to = clock();
    each[1] = both.to;
    sum += both.to >= both.from && each[1] >= each[0];
  }
  for (int i = 0; i < 4; ++i) {
    step(i);
    Kind kind = clock() != clock_t(-1) ? late : early;
    sum += kind == late;
  }
  printf("%ld\n", sum);
  show("a", a);
  return 0;
}
