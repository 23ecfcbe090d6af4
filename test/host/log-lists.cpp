// The same by methods of the class that has queue and kernels, and by a buffer that is printed to.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++11 --entries 2 --output-file log.txt
// RUN: %long env PERSISTIFY_FAULT=lists-unseen not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++11 --entries 2
#include "setup.h"
#include <cstdarg>
#include <cstdio>

class Simulation {
  cl_kernel add_;
  cl_mem data_;
  std::FILE *log_;
  int written_ = 0;

public:
  enum Level { Quiet, Normal, Loud } level = Normal;
  Simulation() : add_(kernel_named("add")), data_(ints(64, 5)), log_(std::fopen("log.txt", "w")) {}
  ~Simulation() { std::fclose(log_); }

  void log(Level of, const char *format, ...) {
    if (of > level)
      return;
    va_list list;
    va_start(list, format);
    std::vfprintf(log_, format, list);
    va_end(list);
    ++written_;
  }
  void step(int by) {
    const size_t n = 64;
    need(clSetKernelArg(add_, 0, sizeof data_, &data_), "arg");
    need(clSetKernelArg(add_, 1, sizeof by, &by), "arg");
    need(clEnqueueNDRangeKernel(queue, add_, 1, nullptr, &n, nullptr, 0, nullptr, nullptr), "launch");
  }
  int first() const {
    int value;
    need(clEnqueueReadBuffer(queue, data_, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr), "read");
    return value;
  }
  int run(int limit) {
    int t = 0;
    for (; first() < limit; ++t) {
      step(t + 1);
      log(Normal, "trip %d: %s, %.3e\n", t, t > 3 ? "late" : "early", double(first()));
      log(Loud, "never %d\n", t);
    }
    return t;
  }
  int written() const { return written_; }
  void end() { show("data", data_); }
};

int main() {
  start("steps.cl", "");
  Simulation s;
  std::printf("%d trips\n", s.run(40));
  for (int t = 0; t < 4; ++t) {
    s.step(t);
    if (t != 2)
      s.log(Simulation::Normal, "%d\n", t);
  }
  std::printf("%d lines\n", s.written());
  s.end();
}
