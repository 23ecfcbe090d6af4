// Programs made from literals that a function is given, also as std::string and from a table; two programs in one file, each with
// generated files of its own.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %long env PERSISTIFY_FAULT=same-files not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"
#include <string>

static const char *const texts[] = {
    "kernel void unused(global int *a) { a[0] = 1; }",
    "kernel void plus(global int *a, int v) { a[get_global_id(0)] += v; }",
};
static const std::string scaled = "kernel void times(global int *a, int v) { a[get_global_id(0)] *= v * SCALE; }";
static const size_t items = 64;

static cl_program built(const char *text, const char *options) {
  cl_int err;
  const char *parts[] = {text};
  cl_program p = clCreateProgramWithSource(context, 1, parts, nullptr, &err);
  need(err, "program");
  need(clBuildProgram(p, 1, &device, options, nullptr, nullptr), "build");
  return p;
}
static cl_program named(const std::string &text) { return built(text.c_str(), "-DSCALE=2"); }

static cl_kernel of(cl_program p, const char *name) {
  cl_int err;
  cl_kernel k = clCreateKernel(p, name, &err);
  need(err, name);
  return k;
}

int main() {
  start("steps.cl", "");
  cl_kernel plus = of(built(texts[1], "-DSCALE=2"), "plus"), times = of(named(scaled), "times"), add = kernel_named("add");
  cl_mem a = ints(64, 3);
  clSetKernelArg(plus, 0, sizeof a, &a);
  clSetKernelArg(times, 0, sizeof a, &a);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (int i = 0; i < 3; ++i) {
    clSetKernelArg(plus, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, plus, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("plus", a);
  for (int i = 1; i < 4; ++i) {
    clSetKernelArg(times, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, times, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("times", a);
  for (int i = 1; i < 4; ++i) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("add", a);
  for (int i = 5; i; --i) {
    clSetKernelArg(plus, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, plus, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("plus", a);
  return 0;
}
