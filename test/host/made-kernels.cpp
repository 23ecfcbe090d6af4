// The same with the C++ API: objects in the loop, classes that make one for each launch,
// functors, names in strings.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-DCL_HPP_TARGET_OPENCL_VERSION=120 --host-flag=-DCL_HPP_MINIMUM_OPENCL_VERSION=120 --entries 4
// RUN: %run-check %S/steps.cl %s --host-flag=-DCL_HPP_TARGET_OPENCL_VERSION=120 --host-flag=-DCL_HPP_MINIMUM_OPENCL_VERSION=120 --host-flag=-DCL_HPP_ENABLE_EXCEPTIONS --entries 4
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

static std::string textOf(const char *file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Engine {
public:
  Engine() : program(context, textOf("steps.cl")) { program.build(); }

  cl::Buffer ints(int first) {
    std::vector<int> data(64);
    for (int &x : data)
      x = first++;
    return {context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(int) * data.size(), data.data()};
  }

  template <typename... Rest> void launch(const std::string &name, Rest... rest) {
    cl::Kernel made(program, name.c_str());
    set(made, 0, rest...);
    queue.enqueueNDRangeKernel(made, cl::NullRange, cl::NDRange(64), cl::NullRange);
  }

  unsigned sum(const cl::Buffer &of) {
    std::vector<unsigned> data(64);
    queue.enqueueReadBuffer(of, CL_TRUE, 0, 256, data.data());
    unsigned s = 0;
    for (unsigned x : data)
      s = s * 31 + x;
    return s;
  }

  cl::Context context = cl::Context::getDefault();
  cl::CommandQueue queue{context};
  cl::Program program;

private:
  void set(cl::Kernel &, cl_uint) {}
  template <typename First, typename... Rest> void set(cl::Kernel &of, cl_uint at, const First &first, Rest... rest) {
    of.setArg(at, first);
    set(of, at + 1, rest...);
  }
};

int main() {
  Engine on;
  cl::Buffer a = on.ints(1), b = on.ints(5);
  for (int t = 0; t < 7; ++t) {
    cl::Kernel k(on.program, "map");
    k.setArg(0, a);
    k.setArg(1, b);
    k.setArg(2, t);
    on.queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(64), cl::NDRange(8));
    std::swap(a, b);
  }
  std::printf("%u %u\n", on.sum(a), on.sum(b));

  for (int t = 0; t < 5; ++t) {
    on.launch("map_back", a, b, t);
    if (t != 2)
      on.launch("add", a, 3 * t);
  }
  std::printf("%u %u\n", on.sum(a), on.sum(b));

  for (int t = 0; t < 6; ++t) {
    cl_int error = CL_SUCCESS;
    cl::KernelFunctor<cl::Buffer, cl::Buffer, int> map(on.program, "map", &error);
    if (error != CL_SUCCESS)
      return 1;
    map(cl::EnqueueArgs(on.queue, cl::NDRange(64)), b, a, t);
    auto add = cl::KernelFunctor<cl::Buffer, int>(on.program, "add");
    add(cl::EnqueueArgs(on.queue, cl::NDRange(64)), b, t);
  }
  std::printf("%u %u\n", on.sum(a), on.sum(b));

  const std::string name = "add";
  for (int t = 0; t < 4; ++t) {
    cl::Kernel made;
    made = cl::Kernel(on.program, name.c_str());
    made.setArg(0, a);
    made.setArg(1, t);
    on.queue.enqueueNDRangeKernel(made, cl::NullRange, cl::NDRange(64));
  }
  std::printf("%u %u\n", on.sum(a), on.sum(b));
}
