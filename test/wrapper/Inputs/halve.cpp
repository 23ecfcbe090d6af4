// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A functor on the default queue: EnqueueArgs made in the call, cl::Local, sizes that
// shrink, handles exchanged by moves.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <thread>
#include <vector>

static std::string slurp(const char *path) {
  std::ostringstream s;
  s << std::ifstream(path).rdbuf();
  return s.str();
}

// PoCL lets go of a command's buffers some time after the command: what is more than one for long is lost.
static cl_uint references(const cl::Buffer &b) {
  for (int ms = 0; ms < 2000 && b.getInfo<CL_MEM_REFERENCE_COUNT>() > 1; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return b.getInfo<CL_MEM_REFERENCE_COUNT>();
}

int main(int argc, char **argv) {
  const cl_uint n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const cl_uint group = 16;
  std::vector<cl_int> v(n);
  for (cl_uint i = 0; i < n; ++i)
    v[i] = cl_int(i % 101) - 30;
  cl::Program program(slurp("halve.cl"), true);
  cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::LocalSpaceArg, cl_uint> halve(program, "halve");
  cl::Buffer a(v.begin(), v.end(), false), b(CL_MEM_READ_WRITE, n * sizeof(cl_int));
  unsigned passes = 0;
  for (cl_uint left = n; left > 1; left = (left + group - 1) / group, ++passes) {
    const cl_uint padded = (left + group - 1) / group * group;
    halve(cl::EnqueueArgs(cl::NDRange(padded), cl::NDRange(group)), a, b, cl::Local(group * sizeof(cl_int)), left);
    cl::Buffer t = std::move(a);
    a = std::move(b);
    b = std::move(t);
  }
  cl_int sum;
  cl::enqueueReadBuffer(a, CL_TRUE, 0, sizeof sum, &sum);
  std::cout << passes << " passes, sum " << sum << ", references " << references(a) << "\n";
  return sum != std::accumulate(v.begin(), v.end(), 0);
}
