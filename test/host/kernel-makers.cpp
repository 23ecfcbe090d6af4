// Kernels that objects own: constructors, base classes, smart pointers, maps,
// names put together; two objects of one class with different kernels.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
#include "setup.h"
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static const size_t items = 64;

struct Kernel {
  explicit Kernel(const std::string &name) {
    cl_int err;
    handle = clCreateKernel(program, name.c_str(), &err);
    if (err)
      throw std::runtime_error("no kernel " + name);
  }
  template <typename... A> void run(const A &...a) {
    unsigned i = 0;
    int dummy[] = {(clSetKernelArg(handle, i++, sizeof a, &a), 0)...};
    (void)dummy;
    clEnqueueNDRangeKernel(queue, handle, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  cl_kernel handle;
};

struct Base {
  explicit Base(std::string n) : name(std::move(n)), k(name) {}
  std::string name;
  Kernel k;
};
struct Adder : Base {
  Adder() : Base("add") {}
  void solve(cl_mem a, int n) {
    for (int i = 0; i < n; ++i)
      k.run(a, i);
  }
};
struct Release {
  using pointer = cl_kernel;
  void operator()(cl_kernel k) const { clReleaseKernel(k); }
};
using Owned = std::unique_ptr<cl_kernel, Release>;
struct Set {
  std::map<std::string, cl_kernel> by_name;
  void load(const std::vector<std::string> &names) {
    for (const auto &n : names)
      by_name[n] = clCreateKernel(program, n.c_str(), nullptr);
  }
};
static void add(cl_kernel k, cl_mem a, int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void map(cl_kernel k, cl_mem a, cl_mem b, int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static std::pair<cl_kernel, int> both(const char *name, int v) { return {clCreateKernel(program, name, nullptr), v}; }

int main() {
  start("steps.cl", "");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  // two of one class
  Kernel first("map"), second{"add"};
  for (int i = 0; i < 4; ++i) {
    first.run(a, b, i);
    second.run(a, 2);
  }
  // by a base class
  Adder adder;
  adder.solve(b, 3);
  // by what owns it
  Owned owned(clCreateKernel(program, "add", nullptr));
  auto shared = std::make_shared<Kernel>("map");
  const cl_kernel k = owned.get();
  Kernel &r = *shared;
  for (int i = 0; i < 4; ++i) {
    add(k, a, i);
    r.run(a, b, i);
  }
  // by name
  Set set;
  set.load({"map", "add"});
  for (int i = 0; i < 3; ++i) {
    map(set.by_name.at("map"), b, a, i);
    add(set.by_name.at("add"), b, i);
  }
  // by a name that is put together
  std::ostringstream text;
  text << "m" << 'a' << std::string("p");
  Kernel made(text.str());
  std::vector<Kernel> list;
  list.emplace_back("add");
  list.push_back(Kernel(std::string("ma") + "p"));
  for (int i = 0; i < 3; ++i) {
    made.run(a, b, i);
    list[0].run(b, i);
    list[1].run(b, a, i);
  }
  // by a lambda that makes it, one of a pair, a reference
  auto make = [](const char *n) { return clCreateKernel(program, n, nullptr); };
  cl_kernel l = make("add");
  auto [p, v] = both("add", 4);
  for (int i = 0; i < v; ++i) {
    add(l, a, i);
    add(p, a, i);
  }
  std::optional<cl_kernel> perhaps;
  perhaps = make("map");
  cl_kernel &alias = *perhaps;
  for (int i = 0; i < 3; ++i)
    map(alias, a, b, i);
  show("a", a);
  show("b", b);
}
