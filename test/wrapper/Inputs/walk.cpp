// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Raw handles taken from wrapper objects for the C API, and the other way round;
// events of both, wrapper objects passed to helpers by value and by reference.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

static cl_int launch(cl::CommandQueue q, const cl::Kernel &k, size_t n, cl::Event *done) {
  return q.enqueueNDRangeKernel(k, 0, n, cl::NullRange, nullptr, done);
}

static void bind(cl::Kernel k, const cl::Buffer &at, const cl::Buffer &next, int round) {
  clSetKernelArg(k(), 0, sizeof(cl_mem), &at());
  clSetKernelArg(k(), 1, sizeof(cl_mem), &next());
  k.setArg(4, sizeof round, &round);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64, limit = argc > 2 ? atoi(argv[2]) : 10;
  cl::Context context = cl::Context::getDefault();
  cl::CommandQueue queue(context);
  std::stringstream s;
  s << std::ifstream("walk.cl").rdbuf();
  cl::Program program(context, s.str(), true);
  cl::Kernel push(program, "push"), reset(program, "reset");
  std::vector<int> at(n);
  cl::Buffer a(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), at.data());
  cl::Buffer b(context, CL_MEM_READ_WRITE, n * sizeof(int));
  int zero[2] = {0, 0};
  cl::Buffer hits(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, zero);
  push.setArg(2, hits);
  push.setArg(3, n);
  reset.setArg(0, hits);
  int seen = 0, k = 0;
  cl::Buffer *from = &a, *to = &b;
  while (seen < limit && k < 200) {
    cl::Event pushed;
    bind(push, *from, *to, k);
    if (launch(queue, push, n, &pushed) != CL_SUCCESS)
      break;
    std::vector<cl::Event> wait = {pushed};
    
    cl_event copied;
    cl_event one = pushed();
    clEnqueueTask(queue(), reset(), 1, &one, &copied);
    queue.enqueueReadBuffer(hits, CL_FALSE, sizeof(int), sizeof(int), &seen, &wait);
    clWaitForEvents(1, &copied);
    clReleaseEvent(copied);
    queue.finish();
    cl::Buffer *t = from;
    from = to;
    to = t;
    ++k;
  }
  std::vector<int> next(n);
  int expected = 0, round = 0;
  for (; expected < limit && round < 200; ++round) {
    for (int i = 0; i < n; ++i)
      next[i] = (at[i] * 5 + i + round) % n, expected += next[i] == 0;
    at.swap(next);
  }
  std::vector<int> got(n);
  queue.enqueueReadBuffer(*from, CL_TRUE, 0, n * sizeof(int), got.data());
  printf("%d hits after %d rounds, %s\n", seen, k, seen == expected && k == round && got == at ? "right" : "wrong");
  return got != at;
}
