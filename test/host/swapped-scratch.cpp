// Scratch buffers of a trip that are exchanged in it: std::swap, a class that keeps two handles, beside objects of the
// wrapper.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 6
// RUN: %long env PERSISTIFY_FAULT=no-swapped-buffers not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"
#include <utility>

namespace {

class Double {
  cl_mem front_, back_;

public:
  explicit Double(size_t bytes) {
    front_ = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    back_ = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  }
  ~Double() {
    clReleaseMemObject(front_);
    clReleaseMemObject(back_);
  }
  cl_mem &front() { return front_; }
  cl_mem &back() { return back_; }
  void flip() { std::swap(front_, back_); }
};

struct Steps {
  cl_kernel map, back;
  size_t items = 64;
  void run(cl_kernel k, cl_mem in, cl_mem out, int v) const {
    clSetKernelArg(k, 0, sizeof in, &in);
    clSetKernelArg(k, 1, sizeof out, &out);
    clSetKernelArg(k, 2, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
};

} // namespace

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  const Steps steps{kernel_named("map"), kernel_named("map_back")};
  cl_mem a = ints(64, 1), b = ints(64, 5);

  for (int i = 0; i < 4; ++i) {
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, nullptr);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, nullptr);
    steps.run(steps.map, a, x, i);
    for (int k = 0; k < n + i; ++k) {
      steps.run(k % 3 ? steps.map : steps.back, x, y, k);
      std::swap(x, y);
    }
    steps.run(steps.back, x, a, i);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
  }
  show("a", a);

  for (int i = 0; i < 3; ++i) {
    Double d(64 * sizeof(int));
    steps.run(steps.map, a, d.front(), i);
    int first = 0, k = 0;
    do {
      steps.run(steps.back, d.front(), d.back(), k);
      d.flip();
      clEnqueueReadBuffer(queue, d.front(), CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr);
    } while (++k < n && first % 5);
    steps.run(steps.map, d.front(), b, i);
  }
  show("b", b);

  cl::CommandQueue q(queue, true);
  cl::Context c(context, true);
  cl::Program p(program, true);
  cl::Kernel map(p, "map");
  for (int i = 0; i < 3; ++i) {
    cl_mem one = clCreateBuffer(c(), CL_MEM_READ_WRITE, 256, nullptr, nullptr);
    cl_mem other = clCreateBuffer(c(), CL_MEM_READ_WRITE, 256, nullptr, nullptr);
    steps.run(steps.map, a, one, i);
    for (int k = 0; k < n; ++k) {
      map.setArg(0, sizeof one, &one);
      map.setArg(1, sizeof other, &other);
      map.setArg(2, k);
      q.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64));
      std::swap(one, other);
    }
    steps.run(steps.back, one, b, i);
    clReleaseMemObject(one);
    clReleaseMemObject(other);
  }
  show("b", b);
  return 0;
}
