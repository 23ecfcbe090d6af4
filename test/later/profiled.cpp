// cl::Event::getProfilingInfo in the loop, in both forms, in helpers, sums and conditions.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 --ignore-output=^took
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

class Results {
  std::map<std::string, std::vector<double>> of_;

public:
  void add(const std::string &name, double v) { of_[name].push_back(v); }
  size_t count(const std::string &name) { return of_[name].size(); }
};

static double millis(const cl::Event &e) {
  cl_ulong from = e.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  cl_ulong to = e.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  return (to - from) * 1e-6;
}

static void passes(cl::CommandQueue &queue, cl::Kernel &add, Results &db) {
  double total = 0, longest = 0;
  for (int i = 0; i < 6; ++i) {
    cl::Event first, second;
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &first);
    add.setArg(1, 3 * i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &second);
    second.wait();
    double t = millis(first);
    cl_ulong s, e;
    second.getProfilingInfo(CL_PROFILING_COMMAND_START, &s);
    second.getProfilingInfo(CL_PROFILING_COMMAND_END, &e);
    total += t + (e - s) * 1e-6;
    if (t > longest)
      longest = t;
    db.add("add", t);
    std::cout << "took " << t << " ms\n";
  }
  std::cout << (total >= longest && longest >= 0 ? "plausible" : "odd") << "\n";
}

int main() {
  cl::Context context(CL_DEVICE_TYPE_ALL);
  auto devices = context.getInfo<CL_CONTEXT_DEVICES>();
  cl::CommandQueue queue(context, devices.front(), CL_QUEUE_PROFILING_ENABLE);
  std::ifstream in("steps.cl");
  cl::Program program(context, std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()), true);
  std::vector<int> host(64, 5);
  cl::Buffer data(context, host.begin(), host.end(), false);
  cl::Kernel add(program, "add");
  add.setArg(0, data);
  Results db;
  passes(queue, add, db);
  cl_ulong sum = 0;
  for (int i = 0; i < 4; ++i) {
    cl::Event done;
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &done);
    queue.finish();
    sum += done.getProfilingInfo<CL_PROFILING_COMMAND_END>() - done.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>();
  }
  std::cout << db.count("add") << " results" << (sum > 0 ? "" : ", odd") << "\n";
  cl::copy(queue, data, host.begin(), host.end());
  for (int i = 0; i < 64; i += 21)
    std::cout << host[i] << " ";
  std::cout << "\n";
}
