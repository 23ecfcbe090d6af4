// new[] and delete[] in each trip, in methods, and with the wrapper.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 40
// RUN: %long env PERSISTIFY_FAULT=no-heap-arrays not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include "setup.h"

namespace {

class Field {
  cl_mem mem_;
  cl_kernel add_;
  unsigned n_;

public:
  Field(cl_mem mem, cl_kernel add, unsigned n) : mem_(mem), add_(add), n_(n) {}
  void step(int v) {
    const size_t items = 64;
    clSetKernelArg(add_, 0, sizeof mem_, &mem_);
    clSetKernelArg(add_, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  double mean() const {
    auto *all = new int[n_];
    clEnqueueReadBuffer(queue, mem_, CL_TRUE, 0, n_ * sizeof(int), all, 0, nullptr, nullptr);
    double sum = 0;
    for (unsigned i = 0; i < n_; ++i)
      sum += all[i];
    delete[] all;
    return sum / n_;
  }
  void clear() {
    int *zero = new int[n_]();
    zero[n_ / 2] = 1;
    clEnqueueWriteBuffer(queue, mem_, CL_TRUE, 0, n_ * sizeof(int), zero, 0, nullptr, nullptr);
    delete[] zero;
  }
};

} // namespace

int main(int argc, char **argv) {
  const unsigned n = argc > 1 ? atoi(argv[1]) : 64;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  Field field(a, add, n);
  double last = 0;
  int trips = 0;
  do {
    field.step(trips);
    last = field.mean();
  } while (last < 60 && ++trips < 20);
  printf("%d %.3f\n", trips, last);

  for (int i = 0; i < 5; ++i) {
    field.step(i);
    if (i % 2)
      field.clear();
  }
  show("a", a);

  cl::CommandQueue q(queue, true);
  cl::Buffer data(a, true);
  cl::Program p(program, true);
  cl::Kernel k(p, "add");
  k.setArg(0, data);
  long sum = 0;
  for (int i = 0; i < 5; ++i) {
    k.setArg(1, i);
    q.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(64));
    int *host = (int *)malloc(n * sizeof(int));
    q.enqueueReadBuffer(data, CL_TRUE, 0, n * sizeof(int), host);
    for (unsigned j = 0; j < n; ++j)
      sum += host[j] * int(j);
    std::free(host);
  }
  printf("%ld\n", sum);
  show("a", a);
  return 0;
}
