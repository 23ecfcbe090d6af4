// Vectors that are compared with == and !=: with what was there before, few and many elements, of a length that only the run knows, of another
// length; not equal to themselves, where one is not a number.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 5
// RUN: %run-check %S/steps.cl %s --entries 5 -- 37
// RUN: %long env PERSISTIFY_FAULT=vectors-uncompared not %run-check %S/steps.cl %s --entries 5
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

static bool steady(const std::vector<int> &now, const std::vector<int> &before) { return now == before; }

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
  cl::Kernel raise(program, "raise");
  cl::Buffer a(context, CL_MEM_READ_WRITE, 64 * sizeof(int)), flag(context, CL_MEM_READ_WRITE, sizeof(int));
  queue.enqueueFillBuffer(flag, 0, 0, sizeof(int));
  raise.setArg(0, a);
  raise.setArg(1, flag);
  raise.setArg(2, 20);

  std::vector<int> now(n), before(n);
  queue.enqueueFillBuffer(a, 3, 0, 64 * sizeof(int));
  int trips = 0;
  for (;;) {
    ++trips;
    queue.enqueueNDRangeKernel(raise, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, n * sizeof(int), now.data());
    if (now == before || trips > 40)
      break;
    before = now;
  }
  std::cout << trips << " " << now[n - 1] << "\n";

  queue.enqueueFillBuffer(a, 3, 0, 64 * sizeof(int));
  bool more = true;
  trips = 0;
  while (more) {
    queue.enqueueNDRangeKernel(raise, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, n * sizeof(int), now.data());
    more = now != before;
    std::copy(now.begin(), now.end(), before.begin());
    ++trips;
  }
  std::cout << trips << "\n";

  queue.enqueueFillBuffer(a, 1, 0, 64 * sizeof(int));
  std::vector<int> few(3), last(3);
  int same = 0;
  for (int i = 0; i < 30; ++i) {
    queue.enqueueNDRangeKernel(raise, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, 3 * sizeof(int), few.data());
    same += steady(few, last);
    last = few;
  }
  std::cout << same << "\n";

  std::vector<int> shorter(n - 1);
  for (int i = 0; i < 4; ++i) {
    queue.enqueueNDRangeKernel(raise, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, n * sizeof(int), now.data());
    queue.enqueueReadBuffer(a, CL_TRUE, 0, (n - 1) * sizeof(int), shorter.data());
    same += (now == shorter ? 100 : 1) + (now != shorter ? 10 : 1000);
  }
  std::cout << same << "\n";

  std::vector<float> odd(n, 1.0f), other(n, 1.0f);
  odd[n / 2] = std::nanf("");
  for (int i = 0; i < 4; ++i) {
    queue.enqueueNDRangeKernel(raise, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof(int), &same);
    queue.enqueueWriteBuffer(flag, CL_TRUE, 0, sizeof(float), other.data());
    if (i == 2)
      queue.enqueueReadBuffer(a, CL_TRUE, 0, (n / 2) * sizeof(float), odd.data());
    trips += odd == odd;
    trips += odd != other ? 10 : 0;
  }
  std::cout << same << " " << trips << "\n";
}
