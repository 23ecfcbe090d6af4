// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.hpp"
#include <stdexcept>
int scale(double x) { return int(x * 1.5); }
const int extra = 5;

void turn(Run &r, int t) {
  int add = scale(t) + extra; // here: the one for double
  size_t global = r.n;
  clSetKernelArg(r.k, 0, sizeof r.in, &r.in);
  clSetKernelArg(r.k, 1, sizeof r.out, &r.out);
  clSetKernelArg(r.k, 2, sizeof r.n, &r.n);
  clSetKernelArg(r.k, 3, sizeof add, &add);
  if (clEnqueueNDRangeKernel(r.q, r.k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) != CL_SUCCESS)
    throw std::runtime_error("launch");
}
