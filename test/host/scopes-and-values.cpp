// Ends of scopes, and values that are made once: statement expressions, vectors, tuples, strings, members' own initialisers.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=gnu++20
// RUN: %{check} --entries 5
// RUN: %long env PERSISTIFY_FAULT=scopes-of-expressions not %{check} --entries 5 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=zeros-in-strings not %{check} --entries 5 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=places-again not %{check} --entries 5 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=constants-at-run-time not %{check} --entries 5 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=left-over not %{check} --entries 5 | FileCheck %s
// CHECK: {{standard output differs|launches expected}}
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include "setup.h"
#include <CL/opencl.hpp>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct Guard {
  int *count;
  ~Guard() { *count += 5; }
};
struct Point {
  int x = 5;
  int y;
};
struct Plain {
  int a, b;
};
constexpr int where(int n) { return __builtin_is_constant_evaluated() ? n : -n; }

struct Holder {
  cl::Buffer buffer;
  int n;
  int arr[2];
};
struct App {
  int n = 100;
  int inner() {
    struct Own {
      cl::Buffer buffer;
      int n = 4;
      int twice = n * 2;
    };
    Own o;
    return o.twice + n;
  }
};

int main() {
  int count = 0, a[4] = {0, 1, 2, 3}, j = 1;
  App app;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem b = ints(64, 0);
  clSetKernelArg(add, 0, sizeof b, &b);
  for (int i = 0; i < 5; i++) {
    int r = ({ Guard g{&count}; count + i; });
    step(r + 7 * count);
  }
  for (int i = 0; i < 5; i++) {
    std::vector<int> w(3, count++);
    std::tie(j, a[j]) = std::make_pair((i + 1) & 3, 40 + i);
    step(w[0] + w[1] + w[2] + a[1] + a[2]);
  }
  for (int i = 0; i < 5; i++) {
    std::vector<Point> points(2);
    std::vector<Plain> plain(2);
    std::pair<int, Point> p;
    std::tuple<int, Plain> t;
    std::vector<std::array<int, 2>> rows(2);
    int v = points[1].x + points[0].y + plain[1].b + p.first + p.second.x + std::get<1>(t).a + rows[1][1];
    points[1].x += i + 1;
    points[0].y = plain[1].b = rows[1][1] = i + 9;
    p.second.x += 3;
    std::get<1>(t).a = 8;
    step(v + points[1].x + p.second.x + rows[1][1] + std::get<1>(t).a);
  }
  for (int i = 0; i < 5; i++) {
    std::string s = "a\0b";
    constexpr int table[2] = {where(3), where(4)};
    step(int(s.size()) * 10 + table[i & 1]);
  }
  for (int i = 0; i < 5; i++) {
    Holder h = Holder();
    h.n += i;
    h.arr[1] += 2 * i + 1;
    step(h.n + h.arr[1] + app.inner());
  }
  printf("%d, %d %d %d %d, %d\n", count, a[0], a[1], a[2], a[3], j);
  show("b", b);
  return 0;
}
