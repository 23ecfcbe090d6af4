// Templates that are given classes of the program: their functions are written down behind the classes, in a namespace around the template.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++14 --host-flag=-I%S/Inputs --entries 4
#include "setup.h"
#include <vector>
static size_t n = 16;
static void launch(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL); }

namespace lib {
inline namespace v1 {
template <class Of> struct Stepper {
  void run(int count) {
    while (count-- > 0)
      static_cast<Of *>(this)->step(count);
  }
};
template <class Body> void repeat(int count, Body body) {
  for (int i = 0; i < count; i++)
    body(i);
}
}
}
struct Forward : lib::Stepper<Forward> {
  cl_kernel k; cl_mem a;
  void step(int i) { clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof i, &i); launch(k); }
};
struct Twice : lib::Stepper<Twice> {
  cl_kernel k; cl_mem a;
  void step(int i) { clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof i, &i); launch(k); launch(k); }
};
namespace mine {
struct Adds { cl_kernel k; cl_mem a;
  void operator()(int i) const { clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof i, &i); launch(k); }
};
struct More { cl_kernel k; cl_mem a;
  void operator()(int i) const { i *= 3; clSetKernelArg(k, 0, sizeof a, &a); clSetKernelArg(k, 1, sizeof i, &i); launch(k); }
};
}

int main() {
  start("steps.cl", "");
  std::vector<int> zero(16);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, zero.data(), NULL);
  cl_kernel add = clCreateKernel(program, "add", NULL);
  Forward fw; fw.k = add; fw.a = a; fw.run(5);
  Twice tw; tw.k = add; tw.a = a; tw.run(4);
  lib::repeat(3, mine::Adds{add, a});
  lib::repeat(4, mine::More{add, a});
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, zero.data(), 0, NULL, NULL);
  printf("%d %d\n", zero[0], zero[15]);
}
