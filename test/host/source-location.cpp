// Where a check stands, by a default argument that the compiler computes: nobody looks at it unless a call fails.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 3 --allow-kernel add -- 6
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++20 2>&1 | FileCheck %s
#include "setup.h"
#include <source_location>
#include <stdexcept>
#include <string>

using where = std::source_location;

[[noreturn]] static void fail(cl_int status, const char *file, unsigned line) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + std::to_string(status));
}

static void demand(cl_int status, where at = where::current()) {
  if (status != CL_SUCCESS)
    fail(status, at.file_name(), at.line());
}

// Handed on by value.
static void set(cl_kernel k, unsigned at, int value, where from = where::current()) {
  demand(clSetKernelArg(k, at, sizeof value, &value), from);
}

// CHECK: source-location.cpp:[[@LINE+1]]:{{.*}}call of 'std::source_location::line'
static int tag(int t, where at = where::current()) { return t + int(at.line()); }

consteval int doubled(int x) { return 2 * x; }

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  const size_t items = 64;
  start("steps.cl", "");
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("add");
  for (int t = 0; t < trips; ++t) {
    demand(clSetKernelArg(k, 0, sizeof m, &m));
    set(k, 1, t * doubled(21));
    demand(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  }
  show("checked", m);

  for (const where here = where::current(); trips < 0;)
    show(here.function_name(), m);
  for (int t = 0; t < trips; ++t) {
    set(k, 1, t);
    demand(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), where::current());
  }
  show("again", m);

  // The compiler knows where this is.
  for (int t = 0; t < trips; ++t) {
    set(k, 1, int(where::current().line()) * t);
    demand(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  }
  show("computed", m);

  for (int t = 0; t < trips; ++t) {
    set(k, 1, tag(t));
    demand(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  }
  show("tagged", m);
}
