// Lists of events that are made of one event, as often as they say. None of them is taken for an event that nothing has set.
// REQUIRES: device
// DEFINE: %{all} = %run-check %S/steps.cl %s
// RUN: %{all} --entries 4 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=no-fill not %{all} --entries 4 --allow-kernel add
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

static cl::CommandQueue queue;
static cl::Kernel add;
static std::vector<int> data(64, 1);

// Each command waits for the one before.
static void chain(cl::Buffer &a) {
  for (int i = 0; i < 7; i++) {
    cl::Event put, ran;
    queue.enqueueWriteBuffer(a, CL_FALSE, 0, 64 * sizeof(int), data.data(), nullptr, &put);
    std::vector<cl::Event> after(1, put);
    add.setArg(1, i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), &after, &ran);
    std::vector<cl::Event> then(1, ran);
    queue.enqueueReadBuffer(a, CL_TRUE, 0, 64 * sizeof(int), data.data(), &then);
  }
}

// Several copies, in a list that stays as it is.
static void copies() {
  constexpr int count = 2;
  for (int i = 0; i < 5; i++) {
    cl::Event ran;
    add.setArg(1, i + count);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), nullptr, &ran);
    const std::vector<cl::Event> both(count, ran);
    cl::Event::waitForEvents(both);
  }
}

// A list that a function makes and that grows.
static void step(int i, const cl::Event &before, cl::Event *last) {
  std::vector<cl::Event> wait(1, before);
  add.setArg(1, i);
  queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), &wait, last);
  wait.push_back(*last);
  queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), &wait);
}

static void steps() {
  for (int i = 0; i < 3; i++) {
    cl::Event first, second;
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), nullptr, &first);
    step(i, first, &second);
  }
}

// Of none: nothing is waited for.
static void none() {
  for (int i = 0; i < 3; i++) {
    cl::Event ran;
    std::vector<cl::Event> empty(0, ran);
    add.setArg(1, 3 * i);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64), cl::NDRange(8), &empty, &ran);
  }
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
  cl::Buffer a(context, data.begin(), data.end(), false);
  add.setArg(0, a);
  chain(a);
  copies();
  steps();
  none();
  queue.finish();
  cl::copy(queue, a, data.begin(), data.end());
  std::cout << data[0] << " " << data[40] << " " << data[63] << "\n";
}
