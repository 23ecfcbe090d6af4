// Pointers of the loop's own that ways set otherwise, in classes and with the wrapper: exchanged, chosen by data, null on
// some ways, of objects and of numbers.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 -- 8
// RUN: %long env PERSISTIFY_FAULT=no-targets not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"
#include <utility>

namespace {

struct Grid {
  cl_mem mem;
  int uses = 0;
};

class Solver {
  cl_kernel kernel_;
  size_t items_ = 64;

public:
  explicit Solver(cl_kernel k) : kernel_(k) {}
  void run(const Grid &in, Grid &out, int v) {
    clSetKernelArg(kernel_, 0, sizeof in.mem, &in.mem);
    clSetKernelArg(kernel_, 1, sizeof out.mem, &out.mem);
    clSetKernelArg(kernel_, 2, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &items_, nullptr, 0, nullptr, nullptr);
    out.uses += v;
  }
  // Ends with what it wrote last.
  Grid *smooth(Grid &a, Grid &b, int n) {
    Grid *from = &a, *to = &b;
    for (int k = 0; k < n; ++k) {
      run(*from, *to, k);
      std::swap(from, to);
    }
    return from;
  }
};

} // namespace

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  Solver solver(kernel_named("map"));
  Grid a{ints(64, 1)}, b{ints(64, 5)}, c{ints(64, 9)};

  for (int i = 0; i < 4; ++i) {
    Grid *last = solver.smooth(a, b, n + i);
    solver.run(*last, c, i);
  }
  show("c", c.mem);
  printf("%d %d %d\n", a.uses, b.uses, c.uses);

  for (int i = 0; i < 5; ++i) {
    int first = 0;
    Grid *best = &a;
    clEnqueueReadBuffer(queue, c.mem, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr);
    if (first % 2)
      best = &b;
    solver.run(*best, c, first % 5);
  }
  show("c", c.mem);
  printf("%d %d %d\n", a.uses, b.uses, c.uses);

  cl::CommandQueue q(queue, true);
  cl::Program p(program, true);
  cl::Kernel add(p, "add");
  cl::Buffer x(a.mem, true), y(b.mem, true);
  for (int i = 0; i < 6; ++i) {
    cl::Buffer *target = &x;
    if (i % n == 1)
      target = &y;
    add.setArg(0, *target);
    add.setArg(1, i);
    q.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
  }
  show("a", a.mem);
  show("b", b.mem);

  int even = 0, odd = 0;
  for (int i = 0; i < 6; ++i) {
    int *count = nullptr;
    for (int k = 0; k <= i % 3; ++k)
      count = k == 1 ? &odd : k == 2 ? nullptr : &even;
    if (count)
      *count += i;
    solver.run(a, b, count ? *count : -1);
  }
  printf("%d %d\n", even, odd);
  show("b", b.mem);
  return 0;
}
