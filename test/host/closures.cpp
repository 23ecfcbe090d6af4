// Lambdas made in the loop, and in functions that it calls: generic ones, in folds, handed
// to templates and to other objects, whose `this` is not theirs.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"
#include <functional>

static cl_kernel map_k, add_k;
static cl_mem in, out;
static size_t items = 64;

template <class... Args> static void set(cl_kernel k, const Args &...args) {
  cl_uint i = 0;
  auto one = [&](const auto &a) {
    if (cl_int e = clSetKernelArg(k, i++, sizeof a, &a); e != CL_SUCCESS)
      need(e, "argument");
  };
  (one(args), ...);
}
static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch"); }

template <class F> static void twice(F f) {
  f(1);
  f(2);
}
static void scaled(int by) {
  twice([&](int i) { // a parameter of this function, by reference
    set(add_k, out, i * by);
    launch(add_k);
  });
  const int half = by / 2;
  auto again = [=] { // never changes
    set(add_k, out, half);
    launch(add_k);
  };
  again();
}

struct Each {
  int v, times;
  template <class F> void each(F &&f) const {
    for (int i = 0; i < times; ++i)
      f(i + v);
  }
};
struct Solver {
  int v;
  void run(const Each &e, const Solver &other) {
    for (int t = 0; t < 3; ++t) {
      e.each([this](int i) {
        set(add_k, out, v * 100 + i);
        launch(add_k);
      });
      other.with([this] { return v; });
    }
  }
  template <class F> void with(F f) const {
    set(add_k, out, f() - 2 * v);
    launch(add_k);
  }
};

int main() {
  start("steps.cl", "");
  map_k = kernel_named("map");
  add_k = kernel_named("add");
  in = ints(64, 1);
  out = ints(64, 2);
  for (int i = 0; i < 4; ++i) {
    set(map_k, in, out, i);
    launch(map_k);
  }
  show("out", out);
  int done = 0;
  for (int i = 0; i < 3; ++i) {
    int local = i * 5;
    auto step = [&](int by) {
      set(add_k, out, local + by);
      launch(add_k);
      return ++done;
    };
    local += step(i);
    step(7);
  }
  show("out", out);
  printf("%d\n", done);
  for (int i = 0; i < 4; ++i)
    scaled(i + 1);
  show("out", out);
  Solver s{3}, other{50};
  s.run(Each{1000, 2}, other);
  show("out", out);
  for (int i = 0; i < 2; ++i)
    [&] {
      set(add_k, out, i + 40);
      launch(add_k);
    }();
  show("out", out);
}
