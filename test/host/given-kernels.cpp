// Kernels that functions of C++ are given, in three styles: by reference with the wrapper's setArg(), a functor, a raw
// handle in a class; names come from the command line.
// REQUIRES: device
// DEFINE: %{all} = %S/given-kernels-a.cl %S/given-kernels-b.cl %s
// RUN: %run-check %{all} --entries 4 -- a grow
// RUN: %run-check %{all} --entries 4 -- a shrink
// RUN: %run-check %{all} --entries 4 -- b turn
// RUN: %long env PERSISTIFY_FAULT=no-known-kernels not %run-check %{all} --entries 4 -- a grow
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

const cl::NDRange items(64);

/// By reference, with arguments of the loop.
void relax(cl::CommandQueue &queue, cl::Kernel &step, const cl::Buffer &a, int trips) {
  step.setArg(0, a);
  for (int t = 0; t < trips; ++t) {
    step.setArg(1, t);
    queue.enqueueNDRangeKernel(step, cl::NullRange, items);
  }
}

/// A class that was made around one, and asks how far it came.
class Solver {
public:
  Solver(cl::CommandQueue queue, cl::Kernel step, cl::Buffer a) : queue(queue), step(step), a(a) {}
  int solve(int limit) {
    int first = 0, t = 0;
    while (t < 12 && first < limit) {
      step.setArg(0, a);
      step.setArg(1, sizeof(cl_int), &t);
      queue.enqueueNDRangeKernel(step, cl::NullRange, items, cl::NDRange(8));
      queue.enqueueReadBuffer(a, CL_TRUE, sizeof(cl_int), sizeof(cl_int), &first);
      ++t;
    }
    return t * 1000 + first % 1000;
  }

private:
  cl::CommandQueue queue;
  cl::Kernel step;
  cl::Buffer a;
};

/// The raw handle, in a record of numbers and a template.
template <typename T> struct Stage {
  cl_kernel of;
  T by;
};
template <typename T> void stages(cl_command_queue queue, const Stage<T> &s, cl_mem a) {
  const size_t global = 64;
  for (T t = 0; t < s.by; ++t) {
    clSetKernelArg(s.of, 0, sizeof(cl_mem), &a);
    clSetKernelArg(s.of, 1, sizeof(T), &t);
    clEnqueueNDRangeKernel(queue, s.of, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
}

void show(cl::CommandQueue &queue, const cl::Buffer &a, const char *what) {
  std::vector<cl_int> data(64);
  queue.enqueueReadBuffer(a, CL_TRUE, 0, sizeof(cl_int) * data.size(), data.data());
  unsigned sum = 0;
  for (cl_int x : data)
    sum = sum * 31 + unsigned(x);
  std::printf("%s: %d %d ... %u\n", what, data[0], data[1], sum);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  cl::Context context(CL_DEVICE_TYPE_ALL);
  cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>()[0];
  cl::CommandQueue queue(context, device);
  std::ifstream in(std::string("given-kernels-") + argv[1] + ".c" + "l");
  cl::Program program(context, std::string(std::istreambuf_iterator<char>(in), {}), true);
  cl::Kernel step(program, argv[2]);
  std::vector<cl_int> data(64, 1);
  cl::Buffer a(context, data.begin(), data.end(), false);
  relax(queue, step, a, 6);
  show(queue, a, "relax");
  cl::Kernel again(program, argv[2]);
  std::printf("%d\n", Solver(queue, again, a).solve(500));
  show(queue, a, "solver");
  relax(queue, again, a, 2);
  Stage<cl_int> s{again(), 3};
  stages(queue(), s, a());
  show(queue, a, "stages");
}
