// A lambda holds a copy of what was changed, but only before it was made. And commands whose events are appended to a list of the
// host's where they are launched.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 3 --allow-kernel add=24
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc 2>&1 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=set-before not %run-check %S/steps.cl %s --entries 3..9 --allow-kernel add
// CHECK: 3 loops transformed, 4 refused
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <list>
#include <string>
#include <vector>

using Add = cl::KernelFunctor<cl::Buffer, int>;

static void once(cl::CommandQueue &queue, Add &add, cl::Buffer &a, size_t n) {
  size_t wg = 24;
  while (n % wg)
    wg -= 8;
  int by = 1;
  by += 2, by *= 2;
  auto items = [wg](size_t least) { return (least + wg - 1) / wg * wg; };
  auto more = [=](int i) { return int(items(i)) + by; };
  std::vector<cl::Event> all;
  for (int i = 0; i < 9; i++)
    all.push_back(add(cl::EnqueueArgs(queue, cl::NDRange(items(n - 7)), cl::NDRange(wg)), a, more(i)));
  cl::WaitForEvents(all);
  std::cout << all.size() << all.back().getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() << "\n";
}

static void asked(cl::CommandQueue &queue, Add &add, cl::Buffer &a, size_t n) {
  cl_uint units = 0;
  clGetDeviceInfo(queue.getInfo<CL_QUEUE_DEVICE>()(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  if (units > 1)
    units = 1;
  auto by = [=](int i) { return i + int(units); };
  std::list<cl::Event> all;
  for (int i = 0; i < 6; i++)
    all.emplace_back(add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, by(i)));
  all.back().wait();
  std::cout << all.size() << "\n";
}

// In each round of an outer loop all is new.
static void rounds(cl::CommandQueue &queue, Add &add, cl::Buffer &a, size_t n) {
  for (int round = 0; round < 2; std::cout << round++ << "\n") {
    int by = round;
    by++;
    auto step = [by](int i) { return i * by; };
    for (int i = 0; i < 5; i++)
      add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, step(i));
    queue.finish();
  }
}

// What follows changes it later.
static void behind(cl::CommandQueue &queue, Add &add, cl::Buffer &a, size_t n) {
  int by = 3;
  auto first = [by](int i) { return i + by; };
  by = 50;
  for (int i = 0; i < 6; i++)
    add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, first(i));

  int other = 1;
  auto change = [&other] { other = 70; };
  auto second = [other](int i) { return i + other; };
  change();
  for (int i = 0; i < 6; i++)
    add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, second(i));

  int third = 1, *to = &third;
  third = 2;
  auto last = [third](int i) { return i + third; };
  *to = 30;
  for (int i = 0; i < 6; i++)
    add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, last(i));
}

static void back(cl::CommandQueue &queue, Add &add, cl::Buffer &a, size_t n) {
  int fourth = 4;
again:
  fourth += 1;
  auto made = [fourth](int i) { return i + fourth; };
  if (fourth < 6)
    goto again;
  for (int i = 0; i < 6; i++)
    add(cl::EnqueueArgs(queue, cl::NDRange(n)), a, made(i));
}

int main() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0], CL_QUEUE_PROFILING_ENABLE);
  std::ifstream in("steps.cl");
  cl::Program program(context, std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>()), true);
  Add add(program, "add");
  std::vector<int> data(64);
  cl::Buffer a(context, CL_MEM_COPY_HOST_PTR, data.size() * sizeof(int), data.data());
  once(queue, add, a, data.size());
  asked(queue, add, a, data.size());
  rounds(queue, add, a, data.size());
  behind(queue, add, a, data.size());
  back(queue, add, a, data.size());
  queue.enqueueReadBuffer(a, CL_TRUE, 0, data.size() * sizeof(int), data.data());
  for (int x : data)
    std::cout << x << ' ';
  std::cout << "\n";
}
