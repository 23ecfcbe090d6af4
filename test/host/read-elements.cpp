// Elements of containers that the loop's launches use, printed by an index that is known only after the loop: a time chooses
// it. They are only read, though operator[], at() and back() of an object that is not const could change it.
// REQUIRES: device
// DEFINE: %{all} = %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %run-check %{all} --entries 4
// RUN: %long env PERSISTIFY_FAULT=elements-changed not %run-check %{all} --entries 4
// RUN: sh -c '%persistify %S/steps.cl %s -o %t.out -- -I%S/Inputs -std=c++17 -DCHANGES; echo code $?' 2>&1 | FileCheck %s
// CHECK: read-elements.cpp:[[#]]:{{.*}} would run behind the loop, but it uses 'table', which the loop changes {{.*}}[PST1051]
// CHECK: read-elements.cpp:[[#]]:{{.*}} would run behind the loop, but it uses 'numbers', which the loop changes {{.*}}[PST1051]
// CHECK: read-elements.cpp:[[#]]:{{.*}} would run behind the loop, but it uses 'this->pairs', which the loop changes {{.*}}[PST1051]
// CHECK: read-elements.cpp:[[#]]:{{.*}} 'gives_from{{.*}}[PST1050]
// CHECK: code 1
#include "setup.h"
#include <array>
#include <chrono>
#include <iostream>
#include <vector>

static cl_kernel add;

static void step(int x) {
  const size_t global = 64;
  clSetKernelArg(add, 1, sizeof x, &x);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  clFinish(queue);
}

using Clock = std::chrono::steady_clock;
static long since(Clock::time_point t) { return (Clock::now() - t).count(); }

static std::array<int, 4> table{3, 1, 4, 1};

static void global_array() {
  for (int i = 0; i < 6; i++) {
    const auto t = Clock::now();
    step(i + table[i & 3]);
#ifdef CHANGES
    table[i & 3] += 1;
#endif
    std::cout << table[since(t) >= 0 ? 2 : 3] << "\n";
  }
}

static void by_at(std::vector<double> numbers) {
  for (int i = 0; i < 6; i++) {
    const auto t = Clock::now();
    step(int(numbers.at(i % numbers.size())));
#ifdef CHANGES
    numbers[i % 2] = i;
#endif
    const long ns = since(t);
    std::cout << (numbers.at(ns >= 0) + 0.5) << "\n";
  }
}

class Members {
  std::vector<int> pairs{5, 6, 7};

public:
  void run() {
    for (int i = 0; i < 6; i++) {
      const auto t = Clock::now();
      step(pairs[i % 3]);
#ifdef CHANGES
      pairs[1] = i;
#endif
      std::cout << "<" << (pairs)[since(t) >= 0] << ">\n";
    }
  }
};

// What gives a reference is no reading.
static int &gives(int &x) { return x; }
static void references() {
  std::array<int, 2> gives_from{7, 8};
  for (int i = 0; i < 6; i++) {
    const auto t = Clock::now();
    step(gives_from[i & 1]);
#ifdef CHANGES
    gives(gives_from[since(t) >= 0])++;
#else
    std::cout << gives_from.back() + (since(t) < 0) << "\n";
    (void)gives;
#endif
  }
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  global_array();
  by_at({2, 3.5, 4});
  Members().run();
  references();
  show("a", a);
}
