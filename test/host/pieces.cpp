// A source in pieces that the program has in views, strings and files, and joins: an object's text is not only what it
// begins with.
// REQUIRES: device
// DEFINE: %{all} = %S/pieces-types.cl %S/pieces-grow.cl %S/pieces-mix.cl %s --host-flag=-std=c++17
// RUN: %run-check %{all} --entries 4
// RUN: %long env PERSISTIFY_FAULT=no-joints not %run-check %{all} --entries 4
// RUN: %run-check %{all} --host-flag=-DGROWN --entries 1
// RUN: %long env PERSISTIFY_FAULT=first-pieces not %run-check %{all} --host-flag=-DGROWN --entries 1
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;

namespace {
constexpr std::string_view types = "typedef int cell;\n"sv;
constexpr std::string_view step = R"CL(
__kernel void step(__global cell *a, cell by) { a[get_global_id(0)] += by; }
)CL"sv;
const char tail[] = R"CL(
__kernel void back(__global cell *a, cell by) { a[get_global_size(0) - 1 - get_global_id(0)] -= by * 2; }
)CL";

#ifndef GROWN
std::string contents(const std::string &name) {
  std::ifstream in(name, std::ios::binary);
  if (!in)
    throw std::runtime_error("cannot open " + name + "\n");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Program {
public:
  explicit Program(const std::vector<std::string> &names) {
    std::vector<std::string> texts;
    for (const auto &name : names)
      texts.push_back(contents(name));
    program = cl::Program(cl::Context::getDefault(), texts);
    program.build();
    grow = cl::Kernel(program, "grow");
    mix = cl::Kernel(program, "mix");
  }
  void run(cl::CommandQueue &queue, cl::Buffer &a, cl::Buffer &b, int trips) {
    for (int t = 0; t < trips; ++t) {
      grow.setArg(0, a);
      grow.setArg(1, t);
      queue.enqueueNDRangeKernel(grow, cl::NullRange, cl::NDRange(64));
      mix.setArg(0, b);
      mix.setArg(1, a);
      queue.enqueueNDRangeKernel(mix, cl::NullRange, cl::NDRange(64));
    }
  }

private:
  cl::Program program;
  cl::Kernel grow, mix;
};
#endif
} // namespace

int main() {
  cl::CommandQueue queue = cl::CommandQueue::getDefault();
  const cl::Context context = cl::Context::getDefault();
  std::vector<int> start(64);
  std::iota(start.begin(), start.end(), 1);
  cl::Buffer a(context, start.begin(), start.end(), false), b(context, start.begin(), start.end(), false);

#ifndef GROWN
  // a vector of views
  cl::Program first(context, {std::string(types), std::string(step), tail});
  first.build();
  cl::Kernel one(first, "step");
  one.setArg(0, a);
  for (int i = 0; i < 5; ++i) {
    one.setArg(1, i);
    queue.enqueueNDRangeKernel(one, cl::NullRange, cl::NDRange(64));
  }

#endif
  // a string that grows: its first text alone is another source
  std::string text("typedef int cell;\n");
  text += step;
  text.append(tail);
  cl::Program second(context, text);
  second.build();
  cl::Kernel two(second, "back");
  two.setArg(0, b);
  for (int i = 0; i < 4; ++i) {
    two.setArg(1, i);
    queue.enqueueNDRangeKernel(two, cl::NullRange, cl::NDRange(64));
  }

#ifndef GROWN
  // files, in an object
  Program both({"pieces-types.cl", "pieces-grow.cl", "pieces-mix.cl"});
  both.run(queue, a, b, 6);

  // files that a line joins
  const std::string joined = contents("pieces-types.cl") + "\n// the kernels\n" + contents("pieces-grow.cl");
  cl::Program third(context, joined);
  third.build();
  cl::Kernel three(third, "grow");
  three.setArg(0, b);
  for (int i = 0; i < 3; ++i) {
    three.setArg(1, i);
    queue.enqueueNDRangeKernel(three, cl::NullRange, cl::NDRange(64));
  }
#endif

  for (cl::Buffer *x : {&a, &b}) {
    queue.enqueueReadBuffer(*x, CL_TRUE, 0, sizeof(int) * start.size(), start.data());
    unsigned sum = 0;
    for (int v : start)
      sum = sum * 31u + unsigned(v);
    std::cout << start.front() << ' ' << start.back() << ' ' << sum << '\n';
  }
}
