// A list of texts that gets one: which file it is of is the caller's choice. Both are named in the text, but are not joined.
// REQUIRES: device
// DEFINE: %{all} = %S/steps.cl %S/which-source-a.cl %s --entries 2
// RUN: %run-check %{all}
// RUN: %long env PERSISTIFY_FAULT=many-texts not %run-check %{all}
// RUN: %run-check %{all} --host-flag=-DHOW=1
// RUN: %run-check %{all} --host-flag=-DHOW=2
// RUN: %run-check %{all} --host-flag=-DHOW=3
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>
#ifndef HOW
#define HOW 0
#endif

namespace {
const std::string folder = "./";
const std::string first = "steps.cl", second = "which-source-a.cl";

std::string contents(const std::string &name) {
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Engine {
public:
  Engine(const std::string &file, const std::string &name) {
    program = made(folder + file);
    kernel = cl::Kernel(program, name.c_str());
    std::iota(host.begin(), host.end(), 3);
    cells = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.size() * sizeof(int), host.data());
  }
  cl::Kernel &step() { return kernel; }
  cl::CommandQueue &commands() { return queue; }
  cl::Buffer &data() { return cells; }
  void tell() {
    queue.enqueueReadBuffer(cells, CL_TRUE, 0, host.size() * sizeof(int), host.data());
    unsigned sum = 0;
    for (int x : host)
      sum = sum * 31u + unsigned(x);
    std::cout << host[0] << ' ' << sum << '\n';
  }

private:
  cl::Program made(const std::string &path) {
    const std::string text = contents(path);
    cl::Program::Sources sources;
#if HOW == 0
    sources.push_back(text);
#elif HOW == 1
    sources.emplace_back(text);
#elif HOW == 2
    if (!text.empty())
      sources.insert(sources.end(), text);
#else
    sources.assign(1, text);
#endif
    cl::Program p(context, sources);
    p.build();
    return p;
  }

  cl::Device device = cl::Device::getDefault();
  cl::Context context{device};
  cl::CommandQueue queue{context, device};
  cl::Program program;
  cl::Kernel kernel;
  cl::Buffer cells;
  std::vector<int> host = std::vector<int>(64);
};

void run(Engine &e, int n) {
  auto step = cl::KernelFunctor<cl::Buffer, int>(e.step());
  for (int i = 0; i < n; ++i)
    step(cl::EnqueueArgs(e.commands(), cl::NDRange(64)), e.data(), i);
}
} // namespace

int main() {
  Engine one(first, "add"), other(second, "advance");
  run(one, 5);
  run(other, 6);
  one.tell();
  other.tell();
}
