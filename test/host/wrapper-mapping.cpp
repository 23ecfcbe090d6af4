// Buffers that are mapped and unmapped with the C++ wrapper, whose function takes them by their base: read, written, exchanged, by reference.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
// RUN: %run-check %S/steps.cl %s --entries 4 -- 8
// RUN: %long env PERSISTIFY_FAULT=bases-of-buffers not %run-check %S/steps.cl %s --entries 4
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

static int sum_of(cl::CommandQueue &queue, const cl::Buffer &b, int n) {
  int *p = static_cast<int *>(queue.enqueueMapBuffer(b, CL_TRUE, CL_MAP_READ, 0, n * sizeof(int)));
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum = (sum * 7 + p[i]) % 100003;
  queue.enqueueUnmapMemObject(b, p);
  return sum;
}

struct Grid {
  cl::Buffer now, next;
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
  cl::Kernel map(program, "map");
  cl::Buffer a(context, CL_MEM_READ_WRITE, 64 * sizeof(int)), b(context, CL_MEM_READ_WRITE, 64 * sizeof(int));
  queue.enqueueFillBuffer(a, 3, 0, 64 * sizeof(int));
  queue.enqueueFillBuffer(b, 4, 0, 64 * sizeof(int));
  long total = 0;

  for (int i = 0; i < n; ++i) {
    map.setArg(0, a);
    map.setArg(1, b);
    map.setArg(2, i);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
    int *p = static_cast<int *>(queue.enqueueMapBuffer(b, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 4 * sizeof(int)));
    p[i & 3] += i;
    total += p[0];
    queue.enqueueUnmapMemObject(b, p);
    std::swap(a, b);
  }
  std::cout << total << "\n";

  for (int i = 0; i < n; ++i) {
    map.setArg(0, a);
    map.setArg(1, b);
    map.setArg(2, sum_of(queue, a, 64) % 5);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
    total += sum_of(queue, b, 64);
    std::swap(a, b);
  }
  std::cout << total << "\n";

  Grid grid{a, b};
  for (int i = 0; i < n; ++i) {
    map.setArg(0, grid.now);
    map.setArg(1, grid.next);
    map.setArg(2, i);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
    auto *p = static_cast<int *>(
        queue.enqueueMapBuffer(grid.next, CL_TRUE, CL_MAP_READ, 8 * sizeof(int), 2 * sizeof(int)));
    const bool stop = p[0] + p[1] < 0;
    queue.enqueueUnmapMemObject(grid.next, p);
    if (stop)
      break;
    std::swap(grid.now, grid.next);
  }

  /* One or the other. */
  for (int i = 0; i < n; ++i) {
    cl::Buffer &from = i % 2 ? b : a, &to = i % 2 ? a : b;
    map.setArg(0, from);
    map.setArg(1, to);
    map.setArg(2, i);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
    int *p = static_cast<int *>(queue.enqueueMapBuffer(a, CL_TRUE, CL_MAP_READ, 0, sizeof(int)));
    total += *p;
    queue.enqueueUnmapMemObject(a, p);
  }
  std::cout << total << " " << sum_of(queue, a, 64) << " " << sum_of(queue, grid.now, 64) << "\n";
}
