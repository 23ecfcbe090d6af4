// The wrapper of C++, an exception out of the loop, and a kernel that the loop makes: the source is one of two, by a name
// that comes from outside. A third text, that nobody gave, is for the original loop.
// REQUIRES: device
// DEFINE: %{all} = %S/which-source-a.cl %S/which-source-b.cl %s
// RUN: %run-check %{all} --entries 3 -- which-source-a.cl
// RUN: %run-check %{all} --entries 3 -- which-source-b.cl
// RUN: %long env PERSISTIFY_FAULT=first-region not %run-check %{all} --entries 3 -- which-source-b.cl
// RUN: %run-check %{all} --expect-fallback "the program's source is not the one that was analysed" -- -
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {
std::string contents(const std::string &name) {
  if (name == "-")
    return "__kernel void advance(__global int *a, int v) { a[get_global_id(0)] ^= v; }\n";
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Engine {
public:
  explicit Engine(const std::string &file) : queue(context, device) {
    program = cl::Program(context, contents(file));
    program.build();
    kernel = cl::Kernel(program, "advance");
    std::iota(host.begin(), host.end(), 3);
    cells = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.size() * sizeof(int), host.data());
    kernel.setArg(0, cells);
  }
  void run(int n) {
    for (int i = 0; i < n; ++i) {
      kernel.setArg(1, i);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(host.size()));
    }
  }
  void until(int limit) {
    for (int i = 0; i < 50; ++i) {
      kernel.setArg(1, i);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(host.size()), cl::NDRange(8));
      int first = 0;
      queue.enqueueReadBuffer(cells, CL_TRUE, 0, sizeof first, &first);
      if (first > limit || first < -limit)
        throw std::runtime_error("out of bounds in trip " + std::to_string(i) + "\n");
    }
  }
  void tell() {
    queue.enqueueReadBuffer(cells, CL_TRUE, 0, host.size() * sizeof(int), host.data());
    unsigned sum = 0;
    for (int x : host)
      sum = sum * 31u + unsigned(x);
    std::cout << host[0] << ' ' << host[1] << ' ' << sum << '\n';
  }
  void made(int n) {
    for (int i = 0; i < n; ++i) {
      cl::Kernel own(program, "advance");
      own.setArg(0, cells);
      own.setArg(1, i);
      queue.enqueueNDRangeKernel(own, cl::NullRange, cl::NDRange(host.size()));
    }
  }

private:
  cl::Device device = cl::Device::getDefault();
  cl::Context context{device};
  cl::CommandQueue queue;
  cl::Program program;
  cl::Kernel kernel;
  cl::Buffer cells;
  std::vector<int> host = std::vector<int>(64);
};
} // namespace

int main(int, char **argv) {
  Engine e(argv[1]);
  e.run(6);
  e.tell();
  try {
    e.until(60);
  } catch (const std::exception &x) {
    std::cout << x.what();
  }
  e.tell();
  e.made(5);
  e.tell();
}
