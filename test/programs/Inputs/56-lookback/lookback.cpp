// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting-out: those who stay move together, until few are left.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

static std::vector<cl_uint> expected(std::vector<cl_uint> people, cl_uint least) {
  for (cl_uint round = 0; people.size() > least && round < 40; ++round) {
    std::vector<cl_uint> left;
    for (cl_uint p : people)
      if (((p * (2654435761u + round * 80006u)) >> 13) % 4 > 0) left.push_back(p);
    people.swap(left);
  }
  return people;
}

int main(int argc, char** argv) {
  const cl_uint begin = argc > 1 ? std::atoi(argv[1]) : 256, least = 5;
  const size_t wg = 128;
  std::vector<cl_uint> people(begin);
  std::iota(people.begin(), people.end(), 11u);
  try {
    cl::Platform platform = cl::Platform::get();
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    cl::Context context(devices[0]);
    cl::CommandQueue queue(context, devices[0]);
    std::ifstream in("lookback.cl");
    cl::Program program(context, std::string(std::istreambuf_iterator<char>(in), {}));
    program.build(devices);
    cl::Kernel forget(program, "forget"), stay(program, "stay");

    const size_t most = (begin + wg - 1) / wg;
    cl::Buffer now(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, begin * sizeof(cl_uint), people.data());
    cl::Buffer then(context, CL_MEM_READ_WRITE, begin * sizeof(cl_uint));
    cl::Buffer state(context, CL_MEM_READ_WRITE, most * sizeof(cl_uint)), total(context, CL_MEM_READ_WRITE, sizeof(cl_uint));
    forget.setArg(0, state);
    stay.setArg(2, state);
    stay.setArg(3, total);
    stay.setArg(6, cl::Local(wg * sizeof(cl_uint)));

    cl_uint n = begin;
    for (cl_uint round = 0; n > least && round < 40; ++round) {
      const size_t groups = (n + wg - 1) / wg;
      queue.enqueueNDRangeKernel(forget, cl::NullRange, cl::NDRange(groups));
      stay.setArg(0, now);
      stay.setArg(1, then);
      stay.setArg(4, n);
      stay.setArg(5, round);
      queue.enqueueNDRangeKernel(stay, cl::NullRange, cl::NDRange(groups * wg), cl::NDRange(wg));
      queue.enqueueReadBuffer(total, CL_TRUE, 0, sizeof n, &n);
      std::swap(now, then);
    }

    const std::vector<cl_uint> want = expected(people, least);
    std::vector<cl_uint> left(n);
    std::vector<cl_uint> before(n);  // of as many
    if (n) queue.enqueueReadBuffer(now, CL_TRUE, 0, n * sizeof(cl_uint), left.data());
    if (n) queue.enqueueReadBuffer(then, CL_TRUE, 0, n * sizeof(cl_uint), before.data());
    std::cout << begin << " people, " << n << " left, " << (left == want ? "as expected" : "WRONG") << ", before: "
              << std::accumulate(before.begin(), before.end(), 0u) << "\n";
    return left != want;
  } catch (const cl::Error& e) {
    std::cerr << e.what() << " " << e.err() << "\n";
    return 2;
  }
}
