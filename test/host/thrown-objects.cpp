// What is thrown in a function that the loop calls, or in a try of the loop: an object that something of the library makes.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2 -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "an exception that the host throws" -- 1
// RUN: %long env PERSISTIFY_FAULT=thrown-unmet not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2 -- 9
#include "setup.h"
#include <stdexcept>
#include <string>

static const size_t items = 64;

struct Failure : std::runtime_error {
  int code;
  Failure(const std::string &what, int code) : std::runtime_error(what), code(code) {}
};

static void check(int value, int limit) {
  if (value > limit)
    throw Failure("too much", value);
}

int main(int argc, char **argv) {
  int limit = argc > 1 ? atoi(argv[1]) : 0, caught = 0;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  try {
    for (int i = 0; i < 4; ++i) {
      clSetKernelArg(add, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      check(i, limit);
    }
  } catch (const Failure &f) {
    printf("%s: %d\n", f.what(), f.code);
  }
  show("a", a);
  for (int i = 0; i < 4; ++i)
    try {
      clSetKernelArg(add, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      if (i > limit)
        throw std::runtime_error("in the loop");
    } catch (const std::exception &) {
      ++caught;
    }
  printf("%d\n", caught);
  show("a", a);
  return 0;
}
