// Lists of events that nobody ever fills, given as wait lists: they are empty where the loop is reached, or the loop runs as it is.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 --host-flag=-DMEMBER
// RUN: %{check} --entries 2 --host-flag=-DPARAMETER
// RUN: %{check} --entries 1 --host-flag=-DPLAIN
// RUN: %{check} --entries 1 --host-flag=-DPLAIN_MEMBER
// RUN: %{check} --host-flag=-DPLAIN --expect-fallback "has, or had, elements" -- once
// RUN: %long env PERSISTIFY_FAULT=any-list-of-events not %{check} --entries 1
// RUN: %long env PERSISTIFY_FAULT=any-list-of-events not %{check} --entries 1 --host-flag=-DPLAIN
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"
#include <vector>

static const int rounds = 5;

struct Steps {
  cl::Kernel kernel;
  cl::CommandQueue commands;
  std::vector<cl::Event> before;
  std::vector<cl_event> plain;
  void arguments(const cl::Buffer &in, const cl::Buffer &out, int v) {
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, v);
  }
  void launch(const std::vector<cl::Event> *after) {
    commands.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, after);
  }
#ifdef MEMBER
  void run(cl::Buffer &a, cl::Buffer &b) {
    for (int i = 0; i < rounds; i++) {
      arguments(a, b, i);
      commands.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, &before, nullptr);
      std::swap(a, b);
    }
  }
#endif
  void launch(const std::vector<cl_event> &after) {
    const size_t global = 64;
    need(clEnqueueNDRangeKernel(commands(), kernel(), 1, nullptr, &global, nullptr, static_cast<cl_uint>(after.size()), after.data(), nullptr),
         "launch");
  }
};

int main(int argc, char **) {
  start("steps.cl", "");
  Steps s;
  s.kernel = cl::Kernel(cl::Program(program, true), "map");
  s.commands = cl::CommandQueue(queue, true);
  cl::Buffer a(ints(64, 1)), b(ints(64, 5));
#if defined MEMBER
  s.run(a, b);
#elif defined PARAMETER
  std::vector<cl::Event> none;
  auto run = [&](const std::vector<cl::Event> *after) {
    for (int i = 0; i < rounds; i++) {
      s.arguments(a, b, i);
      s.launch(after);
      std::swap(a, b);
    }
  };
  run(&none);
  run(&none);
#elif defined PLAIN
  std::vector<cl_event> none;
  if (argc > 1)
    none.reserve(4); // data() is no null pointer: the commands fail
  for (int i = 0; i < rounds; i++) {
    const size_t global = 64;
    s.arguments(a, b, i);
    clEnqueueNDRangeKernel(queue, s.kernel(), 1, nullptr, &global, nullptr, (cl_uint)none.size(), none.data(), nullptr);
    std::swap(a, b);
  }
#elif defined PLAIN_MEMBER
  for (int i = 0; i < rounds; i++) {
    s.arguments(a, b, i);
    s.launch(s.plain);
    std::swap(a, b);
  }
#else
  std::vector<cl::Event> none;
  for (int i = 0; i < rounds; i++) {
    s.arguments(a, b, i);
    s.commands.enqueueNDRangeKernel(s.kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, &none, nullptr);
    std::swap(a, b);
  }
#endif
  clFinish(queue);
  show("a", a());
  show("b", b());
}
