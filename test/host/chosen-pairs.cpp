// Pairs and tuples of which an index chooses one: read, assigned, set member by member.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 2
// RUN: %long env PERSISTIFY_FAULT=element-of-first not %run-check %S/steps.cl %s --entries 2
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

int main() {
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

  std::array<std::pair<int, float>, 3> last{};
  size_t at = 0;
  for (int i = 0; i < 9; ++i) { // the last three
    int value;
    add.setArg(1, i + last[at].first % 3);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 8, sizeof value, &value);
    last[at] = {value, 0.5f * float(i)};
    at = (at + 1) % last.size();
    if (i % 4 == 3)
      last[i % 3].second += last[at].second;
    else
      last[0] = last[i % 3];
  }
  for (const auto &[value, weight] : last)
    std::cout << value << " " << weight << "\n";

  std::tuple<int, char, double> turns[2] = {{1, 'a', 0.5}, {2, 'b', 0.25}};
  for (int i = 0; i < 7; ++i) {
    auto &now = turns[i & 1];
    add.setArg(1, std::get<0>(now) + std::get<1>(turns[(i + 1) % 2]) - 'a');
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    std::get<2>(now) *= i;
    now = std::make_tuple(std::get<0>(now) * 3 % 17, char(std::get<1>(now) + 1), std::get<2>(turns[0]) + i);
  }
  for (const auto &t : turns)
    std::cout << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << "\n";
  std::vector<int> all(64);
  queue.enqueueReadBuffer(a, CL_TRUE, 0, all.size() * sizeof(int), all.data());
  std::cout << all[0] << " " << all[63] << "\n";
}
