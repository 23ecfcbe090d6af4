// The same with the wrapper: default arguments that are null. A launch in an argument of a function that may print is still there.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 2
// RUN: %run-check %S/steps.cl %s --host-flag=-DGIVEN --expect-fallback "the events that 'waitlist' leads to are not followed"
// RUN: %long env PERSISTIFY_FAULT=launches-of-methods not %run-check %S/steps.cl %s --entries 2
// RUN: env PERSISTIFY_FAULT=launches-of-methods not %persistify %S/steps.cl %s -o %t -- %cl_inc
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

class Task {
public:
  Task(const cl::CommandQueue &q, const cl::Program &p) : queue(q), kernel(p, "add"), global(64) {}
  Task &arguments(const cl::Buffer &a, int v) {
    kernel.setArg(0, a);
    kernel.setArg(1, v);
    return *this;
  }
  Task &enqueue(unsigned times = 1, const std::vector<cl::Event> *waitlist = nullptr, cl::Event *done = nullptr) {
    for (unsigned i = 0; i < times; ++i) {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global);
      check(queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NullRange, waitlist, done));
    }
    return *this;
  }

private:
  static void check(cl_int err) {
    if (err != CL_SUCCESS)
      std::cerr << "error " << err << std::endl;
  }
  cl::CommandQueue queue;
  cl::Kernel kernel;
  cl::NDRange global;
};

int main() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0]);
  std::ifstream in("steps.cl");
  std::stringstream text;
  text << in.rdbuf();
  cl::Program program(context, text.str());
  program.build();
  std::vector<int> data(64, 5);
  cl::Buffer a(context, CL_MEM_COPY_HOST_PTR, 64 * sizeof(int), data.data());
  Task task(queue, program);
  task.arguments(a, 2).enqueue(10);
  cl::Event done;
  task.arguments(a, 3).enqueue(4, nullptr, &done);
  done.wait();
#ifdef GIVEN
  std::vector<cl::Event> before = {done};
  task.enqueue(2, &before);
#endif
  queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), data.data());
  std::cout << data[7] << std::endl;
  return 0;
}
