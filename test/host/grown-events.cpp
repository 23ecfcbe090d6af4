// Lists of events that each trip makes anew and appends to by the event's name: they are the region's. Those from in front of the loop
// are the host's.
// REQUIRES: device
// DEFINE: %{all} = %run-check %S/steps.cl %s
// RUN: %{all} --entries 5
// RUN: %long env PERSISTIFY_FAULT=lists-of-host not %{all} --entries 5
// RUN: %{all} --host-flag=-DFOREIGN --expect-fallback "the loop uses more than one queue"
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

static cl::CommandQueue queue;
static cl::Kernel add, twice;
static std::vector<int> data(64, 1);
static const cl::NDRange items(64), group(8);

// One after the other, all waited for at the end of the trip.
static void pipe(const cl::Buffer &a, int n) {
  for (int i = 0; i < n; i++) {
    std::vector<cl::Event> after;
    cl::Event put, ran, got;
    queue.enqueueWriteBuffer(a, CL_FALSE, 0, 4 * sizeof(int), data.data(), nullptr, &put);
    after.push_back(put);
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, &after, &ran);
    after.push_back(ran);
    queue.enqueueReadBuffer(a, CL_FALSE, 0, 8 * sizeof(int), data.data(), &after, &got);
    after.push_back(got);
    cl::Event::waitForEvents(after);
    data[2] -= i;
  }
}

// Under a condition, emptied in between, by emplace_back.
static void some(const cl::Buffer &a, int n) {
  for (int i = 0; i < n; i++) {
    std::vector<cl::Event> after;
    cl::Event first, second;
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, &after, &first);
    if (i & 1)
      after.emplace_back(first);
    queue.enqueueNDRangeKernel(twice, cl::NullRange, items, group, &after, &second);
    after.clear();
    after.push_back(second);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, &after);
  }
}

// In a class of the loop's.
struct Waits {
  std::vector<cl::Event> events;
  void also(const cl::Event &e) { events.push_back(e); }
};
static void members(int n) {
  for (int i = 0; i < n; i++) {
    Waits w;
    cl::Event ran;
    add.setArg(1, 3 - i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, nullptr, &ran);
    w.also(ran);
    queue.enqueueNDRangeKernel(twice, cl::NullRange, items, group, &w.events);
  }
}

// The host's, waited for behind the loop.
static void collected(int n) {
  std::vector<cl::Event> all;
  for (int i = 0; i < n; i++) {
    cl::Event ran;
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, nullptr, &ran);
    all.push_back(ran);
  }
  cl::Event::waitForEvents(all);
  std::cout << all.size() << "\n";
}

int main() {
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<cl::Device> devices;
  cl::Platform::getDefault().getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  queue = cl::CommandQueue(context, devices[0]);
  cl::Program program(context, text);
  program.build();
  add = cl::Kernel(program, "add");
  twice = cl::Kernel(program, "map_twice");
  cl::Buffer a(context, data.begin(), data.end(), false), b(context, CL_MEM_READ_WRITE, 64 * sizeof(int));
  add.setArg(0, a);
  twice.setArg(0, a);
  twice.setArg(1, b);
  twice.setArg(2, 5);
#if defined FOREIGN
  cl::CommandQueue other(context, devices[0]);
  for (int i = 0; i < 3; i++) {
    std::vector<cl::Event> after;
    cl::Event up;
    other.enqueueWriteBuffer(b, CL_TRUE, 0, 4, data.data(), nullptr, &up);
    after.push_back(up);
    queue.enqueueNDRangeKernel(add, cl::NullRange, items, group, &after);
  }
#else
  pipe(a, 5);
  some(a, 6);
  members(4);
  collected(3);
  pipe(a, 1);
#endif
  queue.enqueueReadBuffer(b, CL_TRUE, 0, 64 * sizeof(int), data.data());
  std::cout << data[0] << " " << data[40] << "\n";
  queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), data.data());
  std::cout << data[0] << " " << data[63] << "\n";
}
