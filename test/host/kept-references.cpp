/* Objects that keep a reference to a number, which changes by them: in front of the loop, and in trips of the host.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-trips --allow-kernel add=3
   RUN: %{check} --entries 8
   RUN: env PERSISTIFY_FAULT=kept-references not %{check} --entries 8 | FileCheck %s
   CHECK: {{standard output differs|launches expected}}
*/
#include "setup.h"
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

static const int N = 64;
static cl_kernel add;
static cl_mem data;

static void step(int by) {
  size_t items = N;
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

template <typename T> struct Kept {
  T &value;
  template <typename U> explicit Kept(U &&u) : value(std::forward<U>(u)) {}
  void set(T t) { value = t; }
};
struct Pair {
  int &first;
  int second;
};

static void in_front() {
  int a = 3, b = 4, c = 5, d = 6, e = 7;
  std::pair<int &, int> p(a, 1);
  p.first = 30;
  Kept<int> k(b);
  k.set(40);
  std::vector<std::reference_wrapper<int>> all;
  all.emplace_back(c);
  all.front().get() = 50;
  std::tuple<int &, int> t(d, 2);
  std::get<0>(t) = 60;
  Pair q{e, 2};
  q.first = 70;
  for (int i = 0; i < 4; ++i)
    step(a);
  for (int i = 0; i < 4; ++i)
    step(b);
  for (int i = 0; i < 4; ++i)
    step(c + d);
  for (int i = 0; i < 4; ++i)
    step(e);
}

static void between() {
  int by = 9, i = 0;
  while (i < 10) {
    step(by);
    if (i % 4 == 1) {
      std::pair<int &, int> p(by, 3);
      p.first = 2 * i;
      fputs("between\n", stderr);
      fclose(fopen("said.txt", "w"));
    }
    ++i;
  }
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(N, 0);
  in_front();
  show("data", data);
  between();
  show("data", data);
}
