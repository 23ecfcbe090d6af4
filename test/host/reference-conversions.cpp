// Conversions to references: to a handle, and to a number that the loop changes by it.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2 --allow-kernel add -- 7
#include "setup.h"

class Array {
  cl_mem mem;
  int by;
  int asked = 0;

public:
  Array(int first, int b) : mem(ints(64, first)), by(b) {}
  operator const cl_mem &() const { return mem; }
  operator int &() {
    ++asked;
    return by;
  }
  int questions() const { return asked; }
};

class Call {
  cl_kernel kernel;
  unsigned at = 0;

public:
  explicit Call(const char *name) : kernel(kernel_named(name)) {}
  template <class T> Call &with(const T &value) {
    clSetKernelArg(kernel, at++, sizeof value, &value);
    return *this;
  }
  void over(size_t items) {
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    at = 0;
  }
};

template <class T> static void give(cl_kernel k, unsigned at, const T &value) { clSetKernelArg(k, at, sizeof value, &value); }

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  start("steps.cl", "");
  Array a(0, 3), b(100, 5);
  Call add("add");
  for (int t = 0; t < trips; ++t)
    add.with<cl_mem>(a).with(t).over(64);
  show("handle", a);
  cl_kernel k = kernel_named("add");
  const size_t items = 64;
  for (int t = 0; t < trips; ++t) {
    Array &one = t % 3 ? a : b;
    int &by = one;
    by += t;
    give<cl_mem>(k, 0, one);
    give<int>(k, 1, one);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("a", a);
  show("b", b);
  printf("%d %d %d %d\n", int(a), int(b), a.questions(), b.questions());
}
