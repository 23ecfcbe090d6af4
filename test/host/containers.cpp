// Containers of the C++ standard library around and in the loop: their elements
// are bound by address, behind a test of their length.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 --min-groups 1 -- 0
#include "setup.h"
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

static size_t items = 64;
static std::map<std::string, cl_kernel> kernels;

static void launch(cl_kernel k, cl_mem in, cl_mem out, int v) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void ping_pong(int n) {
  std::vector<cl_mem> bufs;
  for (int b = 0; b < 2; b++)
    bufs.push_back(ints(64, b + 1));
  int cur = 0;
  for (int i = 0; i < n; i++) {
    launch(kernels["map"], bufs[cur], bufs.at(1 - cur), i);
    cur = 1 - cur;
  }
  show("ping_pong", bufs[cur]);
}

static void swapped(int n) {
  std::array<cl_mem, 2> b = {ints(64, 1), ints(64, 2)};
  const std::vector<size_t> global{64, 1};
  for (int i = 0; i < n; i++) {
    cl_kernel k = kernels.at("map");
    clSetKernelArg(k, 0, sizeof(cl_mem), &b.front());
    clSetKernelArg(k, 1, sizeof(cl_mem), &b[1]);
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, global.data(), nullptr, 0, nullptr, nullptr);
    std::swap(b[0], b[1]);
  }
  show("swapped 0", b[0]);
  show("swapped 1", b[1]);
}

// Sizes and flags made in the loop.
static void flags(int limit) {
  std::vector<cl_mem> d{ints(64, -20), ints(1, 0)};
  cl_kernel raise = kernels.find("raise")->second;
  int rounds = 0;
  for (;;) {
    std::vector<int> flag(1);
    std::vector<size_t> global = {items, 1}, local(2, 1);
    local[0] = 16;
    clEnqueueWriteBuffer(queue, d[1], CL_TRUE, 0, flag.size() * sizeof(int), flag.data(), 0, nullptr, nullptr);
    clSetKernelArg(raise, 0, sizeof(cl_mem), &d[0]);
    clSetKernelArg(raise, 1, sizeof(cl_mem), &d[1]);
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, raise, 2, nullptr, global.data(), &local[0], 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, d.back(), CL_TRUE, 0, sizeof(int), flag.data(), 0, nullptr, nullptr);
    if (flag.empty() || !flag[0])
      break;
    rounds++;
  }
  printf("flags %d\n", rounds);
  show("flags", d[0]);
}

static void stages(int n) {
  std::vector<std::pair<cl_mem, int>> steps;
  steps.push_back({ints(64, 7), 2});
  steps.emplace_back(ints(64, 9), 4);
  std::vector<int> by = {1, 10, 100};
  cl_kernel add = kernels["add"];
  for (int i = 0; i < n; i++)
    for (const auto &[buffer, step] : steps)
      for (int b : by) {
        int v = step * b + i;
        clSetKernelArg(add, 0, sizeof(cl_mem), &buffer);
        clSetKernelArg(add, 1, sizeof v, &v);
        clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      }
  show("stages 0", steps[0].first);
  show("stages 1", steps[1].first);
}

// Behind smart pointers, in members.
struct Solver {
  std::vector<cl_mem> field;
  std::array<size_t, 1> global{{64}};
  std::unordered_map<std::string, cl_kernel> k;
  int step = 1;
  explicit Solver(int first) : field(2) {
    field[0] = ints(64, first);
    field[1] = ints(64, first + 1);
    for (const char *name : {"map", "add"})
      k[name] = clCreateKernel(program, name, nullptr);
  }
  cl_kernel cached(const std::string &name) { // made when it is first asked for
    auto it = k.find(name);
    if (it != k.end())
      return it->second;
    cl_kernel made = clCreateKernel(program, name.c_str(), nullptr);
    k[name] = made;
    return made;
  }
  void apply(const std::string &name, int v) {
    cl_kernel which = cached(name);
    clSetKernelArg(which, 0, sizeof(cl_mem), &field[0]);
    clSetKernelArg(which, 1, sizeof(cl_mem), &field[1]);
    clSetKernelArg(which, 2, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, which, 1, nullptr, global.data(), nullptr, 0, nullptr, nullptr);
    std::swap(field[0], field[1]);
  }
  void run(int n) {
    for (int i = 0; i < n; i++)
      apply("map", i * step);
  }
};
static void smart(int n) {
  auto s = std::make_unique<Solver>(4);
  std::shared_ptr<Solver> t = std::make_shared<Solver>(5);
  s->run(n);
  for (int i = 0; i < n; i++) {
    s->apply("map", 2 * i);
    (*t).apply("map", s->step + i);
    t.get()->step += 1;
  }
  show("smart s", s->field[0]);
  show("smart t", t->field[1]);
  printf("smart %d\n", t->step);
}

static void tuples(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2), c = ints(64, 3);
  std::pair<int, int> fib{0, 1};
  auto [x, y] = std::make_pair(2, 3);
  for (int i = 0; i < n; i++) {
    launch(kernels["map"], a, b, fib.second + x);
    fib = std::make_pair(fib.second, fib.first + fib.second);
    std::tie(a, b, c) = std::make_tuple(b, c, a);
    auto [lo, hi] = fib;
    x = std::exchange(y, x + lo + hi);
  }
  show("tuples a", a);
  show("tuples b", b);
  show("tuples c", c);
  printf("tuples %d %d %d %d\n", fib.first, fib.second, x, y);
}

static void small(int n) {
  std::array<int, 4> w{1, 2, 3, 4};
  cl_mem data = ints(64, 1);
  cl_kernel add = kernels["add"];
  for (int i = 0; i < n; i++) {
    std::rotate(w.begin(), w.begin() + 1, w.end());
    if (std::any_of(w.begin(), w.end(), [&](int v) { return v > 9 + i; }))
      std::fill(w.begin(), w.begin() + 2, i);
    w[i % 4] += std::accumulate(w.begin(), w.end(), 0) + (int)std::count(w.begin(), w.end(), 2);
    int v = std::max({w[0], w[1], i});
    clSetKernelArg(add, 0, sizeof data, &data);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("small", data);
  printf("small %d %d %d %d\n", w[0], w[1], w[2], w[3]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  const std::vector<std::string> names = {"map", "raise", "add"};
  for (const auto &name : names)
    kernels[name] = clCreateKernel(program, name.c_str(), nullptr);
  ping_pong(n);
  swapped(n);
  flags(n);
  stages(n);
  smart(n);
  tuples(n);
  small(n);
}
