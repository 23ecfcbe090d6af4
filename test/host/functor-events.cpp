// Events that a functor's call gives: kept from trip to trip, looked at behind the loop.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 5
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Add = cl::KernelFunctor<cl::Buffer, int>;

static cl_ulong length(const cl::Event &e) {
  return e.getProfilingInfo<CL_PROFILING_COMMAND_END>() - e.getProfilingInfo<CL_PROFILING_COMMAND_START>();
}

static void steps(cl::CommandQueue &queue, Add &add, cl::Buffer &a) {
  const cl::NDRange items(64);
  cl::Event last;
  for (int i = 0; i < 9; i++) {
    cl::Event ev = add(cl::EnqueueArgs(queue, items), a, i);
    last = ev;
  }
  last.wait();
  std::cout << (length(last) < 1000000000000u) << "\n";

  cl::Event other;
  for (int i = 0; i < 9; i++)
    other = add(cl::EnqueueArgs(queue, items), a, i);
  other.wait();
  std::cout << other.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() << "\n";

  cl_ulong ns = 0;
  for (int i = 0; i < 9; i++) {
    cl::Event ev = add(cl::EnqueueArgs(queue, items), a, i);
    ev.wait();
    cl_ulong from = 0, to = 0;
    clGetEventProfilingInfo(ev(), CL_PROFILING_COMMAND_START, sizeof from, &from, nullptr);
    clGetEventProfilingInfo(ev(), CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
    ns += to - from;
  }
  std::cout << (ns < 1000000000000u) << "\n";

  for (int i = 0; i < 9; i++) {
    cl::Event first = add(cl::EnqueueArgs(queue, items), a, i);
    cl::Event second = add(cl::EnqueueArgs(queue, first, items), a, 2 * i);
    second.wait();
  }
  for (int i = 0; i < 9; i++) {
    cl::Event ev;
    ev = add(cl::EnqueueArgs(queue, items), a, i);
    ev.wait();
  }
}

int main() {
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  cl::Platform platform = cl::Platform::getDefault();
  std::vector<cl::Device> devices;
  platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0], CL_QUEUE_PROFILING_ENABLE);
  cl::Program program(context, text);
  program.build();
  std::vector<int> data(64, 1);
  cl::Buffer a(context, data.begin(), data.end(), false);
  Add add(program, "add");
  steps(queue, add, a);
  queue.finish();
  cl::copy(queue, a, data.begin(), data.end());
  std::cout << data[0] << " " << data[63] << "\n";
}
