// Methods that launch and return the event, and functions that return the wrapper's: asked for their times, kept in
// lists, empty on some ways.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %long env PERSISTIFY_FAULT=performed-launch not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

class Stage {
  cl_command_queue queue_;
  cl_kernel kernel_;
  size_t items_ = 64;
  unsigned runs_ = 0;

public:
  Stage(cl_command_queue queue, cl_kernel kernel) : queue_(queue), kernel_(kernel) {}
  cl_event operator()(cl_mem &data, int v) {
    ++runs_;
    cl_event done = nullptr;
    clSetKernelArg(kernel_, 0, sizeof data, &data);
    clSetKernelArg(kernel_, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &items_, nullptr, 0, nullptr, &done);
    return done;
  }
  cl_event even(cl_mem &data, int v) { return v % 2 ? nullptr : (*this)(data, v); }
  unsigned runs() const { return runs_; }
};

class Clock {
  double total_ = 0;
  unsigned taken_ = 0;

public:
  void take(cl_event e) {
    cl_ulong from = 0, to = 0;
    clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof from, &from, nullptr);
    clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
    total_ += double(to - from) * 1e-6;
    ++taken_;
  }
  bool plausible(unsigned n) const { return taken_ == n && total_ >= 0; }
};

static cl::Event step(cl::CommandQueue &queue, cl::Kernel &k, int v) {
  cl::Event e;
  k.setArg(1, v);
  queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &e);
  return e;
}

static double millis(const cl::Event &e) {
  return double(e.getProfilingInfo<CL_PROFILING_COMMAND_END>() - e.getProfilingInfo<CL_PROFILING_COMMAND_START>()) * 1e-6;
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

  Stage stage(queue(), add());
  Clock clock;
  cl_mem raw = data();
  for (int i = 0; i < 6; ++i) {
    cl_event e = stage(raw, i);
    clWaitForEvents(1, &e);
    clock.take(e);
    clReleaseEvent(e);
  }
  std::cout << stage.runs() << clock.plausible(6) << "\n";

  // None each second time.
  for (int i = 0; i < 5; ++i) {
    cl_event e = stage.even(raw, i);
    if (e) {
      clWaitForEvents(1, &e);
      clock.take(e);
      clReleaseEvent(e);
    }
    stage.even(raw, i + 1);
  }
  std::cout << stage.runs() << clock.plausible(9) << "\n";

  double total = 0;
  for (int i = 0; i < 7; ++i) {
    cl::Event e = step(queue, add, i);
    e.wait();
    total += millis(e);
  }
  for (int i = 0; i < 3; ++i) {
    cl::Event e;
    e = step(queue, add, 2 * i);
    e.wait();
    total += millis(e);
    const auto other = step(queue, add, i);
    other.wait();
    total += millis(other);
  }
  std::vector<cl::Event> all;
  for (int i = 0; i < 4; ++i)
    all.push_back(step(queue, add, i));
  queue.finish();
  for (const cl::Event &e : all)
    total += millis(e);
  std::cout << all.size() << (total >= 0) << "\n";

  queue.enqueueReadBuffer(data, CL_TRUE, 0, host.size() * sizeof(int), host.data());
  for (int v : host)
    std::cout << v << ' ';
  std::cout << "\n";
}
