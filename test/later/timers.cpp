// std::chrono in the loop, a class of timers, times printed in each trip.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3 --ignore-output="^took"
#include "setup.h"
#include <chrono>
#include <iostream>
#include <vector>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}

static void direct() {
  using Clock = std::chrono::steady_clock;
  std::vector<double> laps;
  std::chrono::duration<double> total{0};
  for (int i = 0; i < 6; ++i) {
    auto t0 = Clock::now();
    add(i);
    clFinish(queue);
    auto t1 = Clock::now();
    total += t1 - t0;
    double ms = std::chrono::duration<double, std::milli>(t1 - t0).count();
    laps.push_back(ms);
    std::cout << "took " << ms << " ms in lap " << i << "\n";
    std::cout << "lap " << i << std::endl;
  }
  double sum = 0;
  for (double l : laps)
    sum += l;
  std::cout << laps.size() << " laps " << (sum > 0 && total.count() * 1001 > sum ? "plausible" : "odd") << "\n";
}

class Stopwatch {
  std::chrono::high_resolution_clock::time_point begin_;
  double total_ = 0;
  int laps_ = 0;

public:
  void start() { begin_ = std::chrono::high_resolution_clock::now(); }
  void stop() {
    auto end = std::chrono::high_resolution_clock::now();
    total_ += std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin_).count() * 1e-9;
    ++laps_;
  }
  double total() const { return total_; }
  int laps() const { return laps_; }
};

struct Solver {
  Stopwatch watch_;
  int rounds_ = 0;
  void run(int n) {
    while (rounds_ < n) {
      watch_.start();
      add(rounds_++);
      clFinish(queue);
      watch_.stop();
    }
    std::cout << watch_.laps() << " of " << rounds_ << (watch_.total() > 0 ? " plausible\n" : " odd\n");
  }
};

static void scoped() {
  Stopwatch all;
  for (int i = 0; i < 4; ++i) {
    Stopwatch one;
    one.start();
    all.start();
    add(3);
    clFinish(queue);
    one.stop();
    all.stop();
    printf("took %g\n", one.total());
  }
  printf("%d laps\n", all.laps());
}

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", nullptr);
  data = ints(64, 3);
  direct();
  Solver().run(5);
  scoped();
  show("data", data);
}
