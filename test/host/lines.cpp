// Lines that C++ programs ask for: default arguments, source_location, templates, accessors in front of the
// function. A file that does not look at its lines gets no #line.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 4
// RUN: %persistify %S/steps.cl %S/pairs.c -o %t.none -- -I%S/Inputs
// RUN: not grep "#line" %t.none/pairs.c
#include "setup.h"
#include <source_location>

static void check(cl_int err, const char *what, int line = __builtin_LINE()) {
  if (err != CL_SUCCESS) {
    printf("%s in line %d: %d\n", what, line, err);
    exit(1);
  }
}
static int at(std::source_location l = std::source_location::current()) { return int(l.line()); }

static cl_mem a;
static const size_t items = 64;

class Runner {
  cl_kernel add;

public:
  Runner() : add(kernel_named("add")) { check(clSetKernelArg(add, 0, sizeof a, &a), "arg"); }
  void step(int v) {
    check(clSetKernelArg(add, 1, sizeof v, &v), "arg");
    check(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
  }
  int first() {
    int v = 0;
    check(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr), "read");
    return v;
  }
};

static int until(Runner &r, int limit, int n) {
  for (int i = 0; i < n; ++i) {
    r.step(i);
    if (r.first() > limit)
      return __LINE__;
  }
  return at();
}

template <class T> static int of_template(Runner &r, T limit, int n) {
  int i = 0;
  while (i < n) {
    r.step(i++);
    const T v = r.first();
    if (v > limit) {
      printf("above in line %d\n", __LINE__);
      return __LINE__;
    }
  }
  return __LINE__;
}

static int thrown(Runner &r, int n) {
  try {
    for (int i = 0;; ++i) {
      r.step(1);
      if (i == n)
        break;
    }
    throw at();
  } catch (int line) {
    return line;
  }
}

int main() {
  start("steps.cl", "");
  a = ints(64, 1);
  Runner r;
  printf("%d\n", until(r, 5, 20));
  printf("%d\n", until(r, 1000, 3));
  printf("%d\n", of_template<int>(r, 30, 20));
  printf("%d\n", thrown(r, 4));
  printf("%d %d\n", __LINE__, at());
  show("a", a);
}
