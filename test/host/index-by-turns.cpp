// Buffers that take turns by the index of the argument, with the C++ wrapper: members of objects, of a namespace, by reference.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
// RUN: %run-check %S/steps.cl %s --entries 4 -- 8
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace state {
unsigned phase;
}

class Pair {
public:
  Pair(const cl::Context &context, const cl::Program &program)
      : kernel(program, "map"), first(context, CL_MEM_READ_WRITE, 64 * sizeof(int)),
        second(context, CL_MEM_READ_WRITE, 64 * sizeof(int)) {}
  void fill(cl::CommandQueue &queue) {
    std::vector<int> numbers(64);
    std::iota(numbers.begin(), numbers.end(), 5);
    queue.enqueueWriteBuffer(first, CL_TRUE, 0, 64 * sizeof(int), numbers.data());
    queue.enqueueWriteBuffer(second, CL_TRUE, 0, 64 * sizeof(int), numbers.data());
  }
  void run(cl::CommandQueue &queue, int n) {
    for (int i = 0; i < n; ++i) {
      kernel.setArg(read_, first);
      kernel.setArg(write_, second);
      kernel.setArg(2, i);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64));
      std::swap(read_, write_);
    }
  }
  void phases(cl::CommandQueue &queue, int n) {
    for (int i = 0; i < n; ++i) {
      kernel.setArg(state::phase, first);
      kernel.setArg(state::phase ^ 1u, second);
      kernel.setArg(2, i + 1);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64));
      state::phase ^= 1u;
    }
  }
  void by(cl::CommandQueue &queue, cl_uint &at, int n) {
    for (int i = 0; i < n; ++i, at = 1 - at) {
      kernel.setArg(at, first);
      kernel.setArg(1 - at, second);
      kernel.setArg(2, 2 * i);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64));
    }
  }
  void show(cl::CommandQueue &queue) {
    std::vector<int> x(64), y(64);
    queue.enqueueReadBuffer(first, CL_TRUE, 0, 64 * sizeof(int), x.data());
    queue.enqueueReadBuffer(second, CL_TRUE, 0, 64 * sizeof(int), y.data());
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i)
      sum = sum * 31u + unsigned(x[i]) + 7u * unsigned(y[i]);
    std::cout << sum << "\n";
  }

private:
  cl::Kernel kernel;
  cl::Buffer first, second;
  cl_uint read_ = 0, write_ = 1;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5;
  std::ifstream file("steps.cl");
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices.at(0));
  cl::CommandQueue queue(context, devices.at(0));
  cl::Program program(context, source);
  program.build();
  Pair pair(context, program);
  pair.fill(queue);
  pair.run(queue, n);
  pair.show(queue);
  pair.phases(queue, n);
  pair.show(queue);
  cl_uint at = 1;
  pair.by(queue, at, n);
  pair.show(queue);
  std::cout << at << state::phase << "\n";
  bool odd = false;
  cl::Kernel kernel(program, "map");
  cl::Buffer x(context, CL_MEM_READ_WRITE, 64 * sizeof(int)), y(context, CL_MEM_READ_WRITE, 64 * sizeof(int));
  queue.enqueueFillBuffer(x, 3, 0, 64 * sizeof(int));
  queue.enqueueFillBuffer(y, 4, 0, 64 * sizeof(int));
  for (int i = 0; i < n; ++i) {
    kernel.setArg(odd, x);
    kernel.setArg(!odd, y);
    kernel.setArg(2, i);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64));
    odd = !odd;
  }
  std::vector<int> out(64);
  queue.enqueueReadBuffer(y, CL_TRUE, 0, 64 * sizeof(int), out.data());
  std::cout << out[3] << " " << out[63] << "\n";
}
