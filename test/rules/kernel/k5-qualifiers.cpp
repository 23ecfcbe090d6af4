// Rule K5: restrict, const and __constant on memory that another kernel of the loop writes; __constant through
// helpers, beside program-scope tables; one buffer as two arguments.
// REQUIRES: device
// RUN: %run-check %S/k5-qualifiers.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"
#include <utility>

static void set(cl_kernel k, cl_uint at, cl_mem m) { need(clSetKernelArg(k, at, sizeof m, &m), "argument"); }
static void set(cl_kernel k, cl_uint at, cl_int v) { need(clSetKernelArg(k, at, sizeof v, &v), "value"); }
static void run(cl_kernel k, size_t items) {
  need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
}

int main() {
  start("k5-qualifiers.cl", nullptr);
  cl_int e;
  const cl_int n = 900;
  cl_kernel use = clCreateKernel(program, "use", &e);
  cl_kernel retrain = clCreateKernel(program, "retrain", &e);
  cl_kernel fold = clCreateKernel(program, "fold", &e);
  cl_mem w = ints(8, 1), a = ints(n, 10), b = ints(n, 20);
  set(use, 0, w);
  set(use, 3, n);
  set(retrain, 0, w);
  set(retrain, 2, n);
  set(fold, 2, n);
  for (int i = 0; i < 15; ++i) {
    set(use, 1, a);
    set(use, 2, b);
    run(use, 960);
    set(retrain, 1, b);
    run(retrain, 8);
    set(fold, 0, b);
    set(fold, 1, b);
    run(fold, 512);
    std::swap(a, b);
  }
  show("w", w), show("a", a), show("b", b);
}
