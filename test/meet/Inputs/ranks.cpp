// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// List ranking through the C++ API; several lists, one launch for each. ./ranks [LISTS] [GROUPS]
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

namespace {

void shuffleList(cl_uint *next, cl_uint *ranks, cl_uint n, unsigned seed) {
  std::vector<cl_uint> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(seed);
  for (cl_uint i = n; i-- > 1;)
    std::swap(order[i], order[random() % (i + 1)]);
  for (cl_uint i = 0; i < n; i++) {
    next[order[i]] = order[std::min(i + 1, n - 1)];
    ranks[order[i]] = n - 1 - i;
  }
}

} // namespace

int main(int argc, char **argv) try {
  const int lists = argc > 1 ? std::stoi(argv[1]) : 4;
  const cl_uint n = 5000;
  cl::Context context(CL_DEVICE_TYPE_ALL);
  cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().front();
  cl::CommandQueue queue(context, device);
  std::ifstream file("ranks.cl");
  cl::Program program(context, std::string(std::istreambuf_iterator<char>(file), {}));
  program.build();
  const cl_uint groups = argc > 2 ? std::stoi(argv[2]) : device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();

  std::vector<cl_uint> zeros(groups), links(lists * n), ranks(lists * n), got(lists * n);
  for (int list = 0; list < lists; list++)
    shuffleList(&links[list * n], &ranks[list * n], n, 77 + list);
  const size_t all = got.size() * sizeof(cl_uint);
  cl::Buffer first(context, CL_MEM_READ_ONLY, all), next(context, CL_MEM_READ_WRITE, all);
  cl::Buffer rank(context, CL_MEM_READ_WRITE, all), next2(context, CL_MEM_READ_WRITE, all);
  cl::Buffer rank2(context, CL_MEM_READ_WRITE, all);
  cl::Buffer in(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, groups * 4, zeros.data());
  cl::Buffer out(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, groups * 4, zeros.data());
  cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, cl::Buffer, cl::Buffer, cl::Buffer, cl::Buffer, cl_uint,
                    cl_uint, cl_uint> jump(program, "jump");
  cl_uint rounds = 0, bad = 0;
  while ((1u << rounds) < n)
    rounds++;
  queue.enqueueWriteBuffer(first, CL_TRUE, 0, all, links.data());
  for (int list = 0; list < lists; list++)
    jump(cl::EnqueueArgs(queue, groups * 32, 32), first, next, rank, next2, rank2, in, out, list * n, n,
         list * rounds);
  queue.enqueueReadBuffer(rounds % 2 ? rank2 : rank, CL_TRUE, 0, all, got.data());
  bad += got != ranks;
  for (const cl::Buffer &flags : {in, out}) {
    queue.enqueueReadBuffer(flags, CL_TRUE, 0, groups * 4, zeros.data());
    bad += std::count(zeros.begin(), zeros.end(), lists * rounds) != groups;
  }
  std::cout << lists << " lists, " << rounds << " rounds each, " << bad << " bad\n";
  return bad != 0;
} catch (const cl::Error &error) {
  std::cerr << error.what() << ": " << error.err() << "\n";
  return 2;
}
