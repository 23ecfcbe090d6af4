// A solver class with a report level, std::chrono laps in a vector of structs, perf counters in globals.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 --stderr --ignore-output="ms$"
#include "setup.h"
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <vector>

namespace perf {
struct Lap {
  int iteration;
  double ms;
};
std::vector<Lap> laps;
double longest = 0;
unsigned calls;
inline double stamp() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count() / 1000.0;
}
} // namespace perf

#define LOG(level, text)                                                                                               \
  do {                                                                                                                 \
    if ((level) <= level_)                                                                                             \
      std::cerr << "[" << name_ << "] " << text << std::endl;                                                          \
  } while (0)

class Relaxation {
public:
  Relaxation(cl_mem data, cl_mem flag, int level) : data_(data), flag_(flag), level_(level) {
    add_ = clCreateKernel(program, "add", nullptr);
    raise_ = clCreateKernel(program, "raise", nullptr);
  }
  int solve(int limit, int most) {
    int iterations = 0, changed = 1;
    while (changed && iterations < most) {
      const double begin = perf::stamp();
      changed = step(limit);
      const double ms = perf::stamp() - begin;
      perf::longest = std::max(perf::longest, ms);
      perf::calls++;
      ++iterations;
      LOG(1, "iteration " << std::setw(2) << iterations << (changed ? " changed" : " done"));
      LOG(2, "limit " << limit << ' ' << 1.0 / iterations);
      if (level_ > 3)
        std::cout << ms << "ms\n";
    }
    return iterations;
  }

private:
  int step(int limit) {
    int changed = 0;
    size_t global = 64;
    clEnqueueWriteBuffer(queue, flag_, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr);
    clSetKernelArg(raise_, 0, sizeof data_, &data_);
    clSetKernelArg(raise_, 1, sizeof flag_, &flag_);
    clSetKernelArg(raise_, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, raise_, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, flag_, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr);
    return changed;
  }
  cl_mem data_, flag_;
  cl_kernel add_, raise_;
  int level_;
  const char *name_ = "relax";
};

int main() {
  start("steps.cl", "");
  cl_mem data = ints(64, 3), flag = ints(1, 0);
  Relaxation quiet(data, flag, 1), loud(data, flag, 4);
  std::cout << quiet.solve(40, 100) << " " << loud.solve(90, 9) << "\n";
  std::cout << perf::calls << (perf::longest > 0 && perf::longest < 60000 ? " timed" : " odd") << "\n";
  show("data", data);
}
