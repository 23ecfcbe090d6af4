// Texts that each trip puts together and prints: strings, streams in memory, in helpers, in parts, under conditions.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 7
// RUN: %run-check %S/steps.cl %s --entries 7 -- 4
// RUN: %long env PERSISTIFY_FAULT=texts-stay not %run-check %S/steps.cl %s --entries 7
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static void note(const std::string &text) { std::cout << "[" << text << "]\n"; }

static std::string padded(int n) {
  std::ostringstream out;
  out << std::setw(4) << std::setfill('0') << n;
  return out.str();
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 3;
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
  int first = 0;

  for (int i = 0; i < n; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof first, &first);
    std::string line = "step " + std::to_string(i) + ": " + std::to_string(first);
    std::cout << line << std::endl;
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, 2 * i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof first, &first);
    std::string line;
    line += "value ";
    line += std::to_string(first);
    if (first % 2)
      line += " (odd)";
    std::printf("%s\n", line.c_str());
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, i + 4);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof first, &first);
    std::ostringstream line;
    line << "stream " << std::hex << first;
    line << "/" << i;
    std::cout << line.str() << "\n";
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, 1);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof first, &first);
    std::stringstream line;
    line << std::fixed << std::setprecision(3) << first / 7.0;
    note(line.str());
    const std::string text = line.str();
    note(text + "!");
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    std::string name = "frame" + std::to_string(i) + ".txt";
    if (i % 2 == 0)
      std::cout << name << " " << name.size() << "\n";
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    for (int k = 0; k < 2; ++k) {
      std::string line = std::to_string(k) + " of " + std::to_string(i);
      std::string again(line);
      again = line + ";";
      std::cout << line << " " << again << "\n";
    }
  }

  for (int i = 0; i < n; ++i) {
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
    std::string line = padded(i);
    std::cout << line << "\n";
  }
  std::vector<int> out(64);
  queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), out.data());
  std::cout << out[5] << "\n";
}
