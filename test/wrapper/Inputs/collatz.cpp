// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The older header's name and its make_kernel; the status comes by reference; the
// launch's arguments are made once, in front of the loop.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_HPP_CL_1_2_DEFAULT_BUILD
#include <CL/cl2.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

int main(int argc, char **argv) {
  cl_uint n = argc > 1 ? atoi(argv[1]) : 100;
  cl_int err;
  cl::Context context(CL_DEVICE_TYPE_ALL, NULL, NULL, NULL, &err);
  cl::CommandQueue q(context, 0, &err);
  std::ifstream f("collatz.cl");
  std::stringstream source;
  source << f.rdbuf();
  cl::Program program(context, source.str(), true, &err);
  cl::compatibility::make_kernel<cl::Buffer &, cl::Buffer &, cl_uint, cl_uint> advance(program, "advance", &err);
  std::vector<cl_ulong> v(n), w(n);
  for (cl_uint i = 0; i < n; ++i)
    v[i] = w[i] = i + 1;
  cl::Buffer data(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(cl_ulong), v.data(), &err);
  cl::Buffer open(context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &err);
  const cl_uint stride = 32;
  cl::EnqueueArgs where(q, cl::NDRange(stride));
  cl_uint left = n, rounds = 0;
  while (left) {
    q.enqueueFillBuffer(open, cl_uint(0), 0, sizeof(cl_uint));
    advance(where, data, open, n, stride);
    if ((err = q.enqueueReadBuffer(open, CL_TRUE, 0, sizeof left, &left)) != CL_SUCCESS) {
      printf("read: %d\n", err);
      return 1;
    }
    ++rounds;
  }
  cl_uint expected = 0;
  for (cl_ulong x : w) {
    cl_uint k = 0;
    for (; x != 1; ++k)
      x = x % 2 ? 3 * x + 1 : x / 2;
    expected = k > expected ? k : expected;
  }
  printf("%u rounds\n", rounds);
  return rounds != expected;
}
