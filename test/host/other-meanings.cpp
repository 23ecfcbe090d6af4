// A template's function that would mean something else as an ordinary function is not written down: names of a base that depends on the
// arguments are looked up elsewhere, and a branch that was left out is compiled.
// REQUIRES: device
// RUN: %refused %S/steps.cl %s -- -- -std=c++17 -I%S/Inputs %cl_inc
// RUN: env PERSISTIFY_FAULT=any-instance not %run-check %S/steps.cl %s --host-flag=-std=c++17 --host-flag=-I%S/Inputs --entries any
#include "setup.h"
#include <type_traits>
#include <vector>

static int amount() { return 2; }

template <class T> struct Base {
  T amount() const { return 40; }
};

template <class T> struct Adds : Base<T> {
  void run(cl_mem a, int trips) {
    cl_kernel add = clCreateKernel(program, "add", nullptr);
    clSetKernelArg(add, 0, sizeof a, &a);
    size_t n = 16;
    for (int i = 0; i < trips; i++) { // expect PST1028: the loop stands in a template
      int v = amount() + i; // not Base's
      clSetKernelArg(add, 1, sizeof v, &v);
      clEnqueueNDRangeKernel(queue, add, 1, nullptr, &n, nullptr, 0, nullptr, nullptr);
    }
    clReleaseKernel(add);
  }
};

int main() {
  start("steps.cl", "");
  std::vector<int> host(16);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, host.size() * sizeof(int), host.data(), nullptr);
  Adds<int>().run(a, 3);
  Adds<unsigned>().run(a, 4);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, host.size() * sizeof(int), host.data(), 0, nullptr, nullptr);
  printf("%d %d\n", host[0], host[15]);
}
