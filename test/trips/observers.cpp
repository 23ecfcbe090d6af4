// std::function, lambdas that hold references, and containers that lie elsewhere behind a trip of the host's.
// REQUIRES: device
// ROWS: host-trips
// DEFINE: %{check} = %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file seen.txt
// RUN: %{check} --reason PST3017 --entries 26 --allow-kernel rule=19
// RUN: %long env PERSISTIFY_FAULT=looked-up-once not %{check} --reason PST3017 --entries 26 --allow-kernel rule=19
// RUN: %long env PERSISTIFY_FAULT=left-in-any-trip not %{check} --reason PST3017 --entries 26 --allow-kernel rule=19
#include "setup.h"
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
namespace {
const int N = 40;
cl_kernel rule;
cl_mem a, b;
void note(const std::string &what, int number) { std::ofstream("seen.txt", std::ios::app) << what << ' ' << number << '\n'; }
void launch(int bits) {
  static const size_t items = N;
  clSetKernelArg(rule, 0, sizeof a, &a);
  clSetKernelArg(rule, 1, sizeof b, &b);
  clSetKernelArg(rule, 2, sizeof N, &N);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  clEnqueueNDRangeKernel(queue, rule, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  std::swap(a, b);
}
using Observer = std::function<bool(int, const std::vector<unsigned char> &)>;
int sumOf(const std::vector<unsigned char> &cells) {
  int sum = 0;
  for (unsigned char c : cells)
    sum = sum * 3 + c;
  return sum % 9973;
}
// A parameter: none, a lambda, a function, one that throws.
int run(int trips, const Observer &observer, int every) {
  std::vector<unsigned char> host(N);
  int k = 0;
  for (; k < trips; ++k) {
    launch(110);
    if (observer && k % every == 0) {
      clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N, host.data(), 0, nullptr, nullptr);
      if (!observer(k, host))
        break;
    }
  }
  return k;
}
bool written(int k, const std::vector<unsigned char> &cells) {
  note("written", k + sumOf(cells));
  return true;
}
// A member, and a container by reference, which each trip of the device reads to.
struct Solver {
  std::function<void(int)> report;
  std::vector<unsigned char> &cells;
  int every = 3, total = 0;
  explicit Solver(std::vector<unsigned char> &c) : cells(c) {}
  void solve(int trips) {
    for (int k = 0; k < trips; ++k) {
      launch(90);
      clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N, cells.data(), 0, nullptr, nullptr);
      total += cells[5] + 2 * cells[9];
      if (k % every == 1)
        if (report)
          report(k);
    }
  }
};
// A class that others may derive from.
struct Monitor {
  virtual ~Monitor() = default;
  virtual void look(int k) = 0;
};
int watch(std::vector<unsigned char> &cells, Monitor *monitor, int trips) {
  int seen = 0;
  for (int k = 0; k < trips; ++k) {
    launch(30);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N, cells.data(), 0, nullptr, nullptr);
    seen += cells[k % N];
    if (k % 5 == 4)
      monitor->look(k);
  }
  return seen;
}
struct Writer : Monitor {
  std::string name;
  void look(int k) override { note(name + "!", k); }
};
struct Mover : Monitor {
  std::vector<unsigned char> *cells;
  void look(int k) override {
    std::vector<unsigned char>(N, 1).swap(*cells);
    note("moved", k + sumOf(*cells));
  }
};
} // namespace
int main() {
  std::remove("seen.txt");
  start("cell.cl", "");
  rule = kernel_named("rule");
  std::vector<unsigned char> host(N);
  for (int i = 0; i < N; ++i)
    host[i] = i % 7 == 3 || i == 11;
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N, host.data(), nullptr);
  b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N, host.data(), nullptr);
  int calls = 0, at = 0;
  at += run(20, [&](int k, const std::vector<unsigned char> &h) { return note("lambda", k + sumOf(h)), ++calls < 3; }, 6);
  at += run(9, nullptr, 2);
  at += run(11, written, 4);
  try {
    run(15, [](int k, const std::vector<unsigned char> &h) -> bool { throw std::runtime_error(std::to_string(k + sumOf(h))); }, 7);
  } catch (const std::exception &e) {
    note(e.what(), 0);
  }
  Solver s(host);
  s.solve(10);
  // Its elements lie elsewhere then, and there are more of them for a while.
  s.report = [&](int k) {
    if (k == 10)
      host.push_back(7);
    else
      std::vector<unsigned char>(host.begin(), host.begin() + N).swap(host);
    note("report", k + sumOf(host));
  };
  s.solve(20);
  s.report = nullptr;
  s.solve(5);
  Writer w;
  w.name = "look";
  at += watch(host, &w, 13);
  Mover m;
  m.cells = &host;
  at += watch(host, &m, 17);
  std::printf("%d %d %d %d\n", calls, at, s.total, sumOf(host));
}
