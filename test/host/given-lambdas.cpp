// Launches in a lambda that is given to a function of the program's, which calls it: the loop around the call launches.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 10 --verify sum
// RUN: %persistify %S/steps.cl %s -o %t -- -std=c++20 %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// CHECK: 'i' cannot be captured: it is a variable of another function, whose lambda the loop calls [PST1005]
// CHECK: 10 loops transformed, 1 refused
#include "setup.h"
#include <functional>
#include <utility>

static cl_kernel k_add;
static cl_mem a;

template <typename F> static void apply(F &&f) {
  f();
}
template <typename Fn, typename... Args> static auto Invoke(Fn fn, Args &&...args) { return fn(std::forward<Args>(args)...); }
template <class Body> static int repeat(const Body &body, int times) {
  int done = 0;
  for (int i = 0; i < times; ++i)
    done += body(i) == CL_SUCCESS;
  return done;
}
struct Runner {
  cl_command_queue q;
  size_t items = 64;
  template <typename Set> cl_int operator()(cl_kernel k, Set set) const {
    set(k);
    return clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
};
// A debug aid as people have it.
#define TIMED(what) timed([&] { what; })
template <class T> static void timed(T t) { t(); }

static void references(int n) {
  size_t items = 64;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    apply([&] {
      int by = i + 1;
      clSetKernelArg(k_add, 1, sizeof by, &by);
      clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      sum += by;
    });
  }
  printf("%d\n", sum);
}
static void named(int n) {
  const size_t items = 64;
  auto launch = [items](int by) {
    clSetKernelArg(k_add, 1, sizeof by, &by);
    return clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  };
  int i = 0;
  while (i < n) {
    if (Invoke(launch, i) != CL_SUCCESS)
      break;
    ++i;
  }
  printf("%d\n", i);
}
static void inner(int n) {
  int done = 0;
  for (int i = 0; i < n; i++)
    done += repeat([=](int k) {
      size_t items = 64;
      int by = i * k;
      clSetKernelArg(k_add, 1, sizeof by, &by);
      return clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }, 2);
  printf("%d\n", done);
}
static void generic(int n) {
  size_t items = 64;
  for (long i = 0; i < n; ++i)
    Invoke([&](auto by, auto &kernel) {
      int v = static_cast<int>(by);
      clSetKernelArg(kernel, 1, sizeof v, &v);
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      return v;
    }, i, k_add);
}
static void objects(const Runner &run, int n) {
  for (int i = 0; i < n; i++) {
    int v = 3;
    run(k_add, [&](cl_kernel k) { clSetKernelArg(k, 1, sizeof v, &v); });
  }
}
static void macros(int n) {
  size_t items = 64;
  for (int i = 0; i != n; i += 1) {
    TIMED(clSetKernelArg(k_add, 1, sizeof i, &i));
    TIMED(clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  }
}
// Other loops than that of the lambda are not its business.
static void nested(int n) {
  size_t items = 64;
  for (int i = 0; i < n; i++)
    apply([&] {
      apply([&] {
        int by = 1;
        clSetKernelArg(k_add, 1, sizeof by, &by);
        clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      });
    });
}
static cl_int pointed(int by) {
  size_t items = 64;
  clSetKernelArg(k_add, 1, sizeof by, &by);
  return clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static cl_int call(cl_int (*f)(int), int x) { return f(x); }
static void pointers(int n) {
  for (int i = 0; i < n; i++)
    if (call(pointed, i * 2))
      return;
}
static void with(const std::function<void(int)> &work, int n) { work(n); }
static void held(int n) {
  size_t items = 64;
  for (int i = 0; i < n; i++)
    with([&](int by) {
      clSetKernelArg(k_add, 1, sizeof by, &by);
      clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }, i);
}

static void kept(int n) {
  size_t items = 64;
  for (int i = 0; i < n; i++) {
    std::function<cl_int(int)> launch = [&items](int by) {
      clSetKernelArg(k_add, 1, sizeof by, &by);
      return clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    };
    if (launch(i + 7) != CL_SUCCESS)
      break;
  }
}

int main() {
  start("steps.cl", nullptr);
  k_add = kernel_named("add");
  a = ints(64, 5);
  clSetKernelArg(k_add, 0, sizeof a, &a);
  references(4);
  named(5);
  inner(3);
  generic(3);
  objects(Runner{queue}, 2);
  macros(3);
  nested(2);
  pointers(3);
  held(3);
  kept(2);
  show("a", a);
  return 0;
}
