// Vectors that are assigned to others of the same length: few elements, many, a length that only the run knows. Another length is the
// original loop's.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
// RUN: %run-check %S/steps.cl %s --entries 4 -- 37
// RUN: %long env PERSISTIFY_FAULT=short-copies not %run-check %S/steps.cl %s --entries 4
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

class Field {
public:
  explicit Field(int n) : values(n), before(n) {}
  bool settled(cl::CommandQueue &queue, const cl::Buffer &b) {
    queue.enqueueReadBuffer(b, CL_TRUE, 0, values.size() * sizeof(int), values.data());
    long change = 0;
    for (size_t i = 0; i < values.size(); ++i)
      change += std::abs(values[i] - before[i]);
    before = values;
    return change > 1000000;
  }
  std::vector<int> values, before;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64;
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
  cl::Kernel add(program, "add");
  cl::Buffer a(context, CL_MEM_READ_WRITE, 64 * sizeof(int));
  queue.enqueueFillBuffer(a, 3, 0, 64 * sizeof(int));
  add.setArg(0, a);

  std::vector<int> now(64), old(64);
  for (int i = 0; i < 6; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), now.data());
    int change = 0;
    for (int k = 0; k < 64; ++k)
      change += now[k] - old[k];
    old = now;
    if (change > 5000)
      break;
  }
  std::cout << old[5] << " " << now[63] << "\n";

  std::vector<int> few(3), last(3);
  long sum = 0;
  for (int i = 0; i < 6; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, 3 * sizeof(int), few.data());
    sum = sum * 3 + few[0] - last[2];
    last = few;
    few = last;
  }
  std::cout << sum << " " << last[1] << "\n";

  std::vector<int> part(n), was(n);
  for (int i = 0; i < 6; ++i) {
    add.setArg(1, i + 1);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, n * sizeof(int), part.data());
    sum += std::inner_product(part.begin(), part.end(), was.begin(), 0);
    was = part;
  }
  std::cout << sum << " " << was[n - 1] << "\n";

  Field field(n);
  for (int i = 0; i < 6; ++i) {
    add.setArg(1, i + 2);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    if (field.settled(queue, a))
      break;
  }
  std::cout << field.before[n - 1] << "\n";
}
