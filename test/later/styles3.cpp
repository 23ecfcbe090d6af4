// An engine that keeps queue, kernels and times in one object; getters, totals by stage in a struct.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 1 --ignore-output=^took
#include "setup.h"
#include <chrono>
#include <iostream>
#include <map>
#include <string>

using Clock = std::chrono::steady_clock;

struct Engine {
  cl_command_queue q;
  cl_kernel add;
  cl_mem data;
  Clock::time_point mark;
  struct {
    double compute = 0, check = 0;
  } spent;
  unsigned launches = 0;

  void tic() { mark = Clock::now(); }
  double toc() const { return std::chrono::duration<double>(Clock::now() - mark).count(); }
  void step(int v) {
    size_t global = 64;
    clSetKernelArg(add, 0, sizeof data, &data);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(q, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    launches++;
  }
  int first() {
    int v;
    clEnqueueReadBuffer(q, data, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr);
    return v;
  }
};

int main() {
  start("steps.cl", "");
  Engine e;
  e.q = queue;
  e.add = clCreateKernel(program, "add", nullptr);
  e.data = ints(64, 3);
  const std::string name = "engine";
  double best = 1e30, worst = 0;
  int sum = 0;
  for (int it = 0; it < 12 && sum < 4000; ++it) {
    e.tic();
    e.step(it);
    clFinish(queue);
    e.spent.compute += e.toc();
    e.tic();
    sum += e.first();
    double s = e.toc();
    e.spent.check += s;
    if (s < best)
      best = s;
    if (s > worst) {
      worst = s;
    }
    if (it % 4 == 0)
      std::cout << "took " << s << " s\n" << name.c_str() << " " << it << ": sum " << sum << ", " << e.launches << "\n";
  }
  std::cout << sum << " " << e.launches << (e.spent.compute > 0 && worst >= best && e.spent.check >= worst ? " plausible\n" : " odd\n");
  show("data", e.data);
}
