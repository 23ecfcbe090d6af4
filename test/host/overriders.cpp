// Virtual functions and pointers to functions: what is called is foreseen, and
// compared when the program runs.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'(*step)' is no Add" -- unforeseen
#include "setup.h"
#include <functional>
#include <memory>
#include <vector>

static const size_t items = 64;

struct Step {
  virtual ~Step() {}
  virtual void run(cl_mem a, int i) = 0;
  virtual int weight() const { return 1; }
};
struct Add : Step {
  explicit Add(const char *name) : k(clCreateKernel(program, name, nullptr)) {}
  void run(cl_mem a, int i) override {
    int v = i * weight();
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  cl_kernel k;
};
struct Twice : Add {
  Twice() : Add("add") {}
  int weight() const override { return 2; }
};

static cl_kernel plain;
static void add(cl_mem a, int v) {
  clSetKernelArg(plain, 0, sizeof a, &a);
  clSetKernelArg(plain, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, plain, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void less(cl_mem a, int v) { add(a, -v); }
typedef void (*Action)(cl_mem, int);
struct Solver {
  Action action;
  std::function<void(cl_mem, int)> other;
  std::unique_ptr<Step> step;
};

static void repeat(Step &s, cl_mem a, int n) {
  for (int i = 0; i < n; ++i)
    s.run(a, i);
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  plain = clCreateKernel(program, "add", nullptr);
  cl_mem a = ints(64, 1);
  Step *step = new Add("add");
  try {
    if (argc > 1)
      throw argv[1];
  } catch (...) {
    step = new Twice;
  }
  for (int i = 0; i < 3; ++i)
    step->run(a, i);
  Twice twice;
  repeat(twice, a, 4);
  Solver s;
  s.action = less;
  s.other = add;
  s.step.reset(new Twice);
  for (int i = 0; i < 3; ++i)
    s.action(a, i);
  for (int i = 0; i < 3; ++i)
    s.other(a, i);
  for (int i = 0; i < 3; ++i)
    s.step->run(a, i);
  show("a", a);
}
