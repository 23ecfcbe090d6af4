// Trips that the host runs, in the styles of C++.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries any --host-trips --output-file trips.txt
// RUN: %{check} --allow-kernel add=36
// RUN: %long env PERSISTIFY_FAULT=header-reads not %{check} --allow-kernel add | FileCheck %s
// CHECK: trips.txt
#include "setup.h"
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

struct Pause { // acts where it ends
  int &count;
  explicit Pause(int &c) : count(c) { ++count; }
  ~Pause() { ++count; }
};

class Simulation {
public:
  explicit Simulation(int n) : items(n), field(ints(n, 0)), add(kernel_named("add")) {}

  void run(int trips) {
    for (int t = 0; t < trips; ++t) {
      step(t + bias);
      if ((t + 1) % interval == 0)
        checkpoint(t);
    }
  }

  // What decides is counted, not computed, and set back.
  void counted(int trips) {
    int since = 0;
    for (int t = 0; t < trips; ++t) {
      step(1);
      if (++since == 5) {
        since = 0;
        checkpoint(t);
      }
    }
  }

  // Two reasons, and the host's own bookkeeping.
  void twice(int trips) {
    std::vector<int> saved;
    for (int t = 0; t != trips; ++t) {
      const bool last = t == trips - 1;
      step(3);
      if (t % 4 == 0) {
        std::vector<int> now(items);
        clEnqueueReadBuffer(queue, field, CL_TRUE, 0, items * sizeof(int), now.data(), 0, nullptr, nullptr);
        saved.push_back(now[2]);
        ++writes;
      }
      if (last) {
        std::ofstream out("trips.txt", std::ios::app);
        out << "last " << t << " after " << saved.size() << '\n';
      }
    }
    for (int s : saved)
      std::cout << s << ' ';
    std::cout << writes << '\n';
  }

  // Objects of the program that end in the branch: not told, so the loop stays.
  void paused(int trips) {
    for (int t = 0; t < trips; ++t) {
      step(2);
      if (t % 3 == 2) {
        Pause p(writes);
        checkpoint(t);
      }
    }
    std::cout << writes << '\n';
  }

  // Elements move: refused.
  void replaced(int trips) {
    std::vector<int> by{1, 2, 3};
    for (int t = 0; t < trips; ++t) {
      step(by[t % 3]);
      if (t % 5 == 4) {
        checkpoint(t);
        by.assign(400, t);
      }
    }
  }

  // What the header hands on to the host's trips only: refused.
  void header(int trips) {
    for (int t = 0, last = -1; t < trips; last = t * 2, ++t) {
      step(1);
      if (t % 4 == 3) {
        std::ofstream out("trips.txt", std::ios::app);
        out << "last was " << last << std::endl;
      }
    }
  }

  void print() { show("field", field); }

private:
  void step(int by) {
    clSetKernelArg(add, 0, sizeof field, &field);
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  void checkpoint(int t) const {
    std::vector<int> now(items);
    clEnqueueReadBuffer(queue, field, CL_TRUE, 0, items * sizeof(int), now.data(), 0, nullptr, nullptr);
    std::ofstream out("trips.txt", std::ios::app);
    out << "at " << t << ':';
    for (size_t i = 0; i < now.size(); i += 17)
      out << ' ' << now[i];
    out << std::endl;
  }

  size_t items;
  cl_mem field;
  cl_kernel add;
  int bias = 2, interval = 6, writes = 0;
};

} // namespace

int main() {
  start("steps.cl", "");
  Simulation s(64);
  s.run(20);
  s.counted(12);
  s.twice(9);
  s.paused(7);
  s.replaced(14);
  s.header(12);
  s.print();
  return 0;
}
