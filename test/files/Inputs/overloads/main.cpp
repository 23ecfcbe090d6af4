// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In scale.cpp, scale(t) is another function than it would be here.
#include "scale.hpp"
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>
#ifdef WITH_OVERLOAD
int scale(int x) { return x * 100; }
#endif
const int extra = 9;

int main() {
  std::ifstream in("k.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *t = text.c_str();
  const int n = 90, rounds = 14;
  std::vector<int> v(n), w(n), got(n);
  for (int i = 0; i < n; ++i)
    v[i] = (i * 91) % 777;
  cl_platform_id p;
  cl_device_id d;
  clGetPlatformIDs(1, &p, nullptr);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
  cl_context c = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, nullptr, nullptr);
  if (clBuildProgram(pr, 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS)
    return 2;
  Run r{clCreateCommandQueue(c, d, 0, nullptr), clCreateKernel(pr, "blur", nullptr), nullptr, nullptr, n};
  r.in = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, n * sizeof(int), v.data(), nullptr);
  r.out = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, n * sizeof(int), v.data(), nullptr);
  for (int t = 0; t < rounds; ++t) {
    turn(r, t);
    std::swap(r.in, r.out);
  }
  clEnqueueReadBuffer(r.q, r.in, CL_TRUE, 0, n * sizeof(int), got.data(), 0, nullptr, nullptr);
  for (int t = 0; t < rounds; ++t) {
    for (int i = 0; i < n; ++i)
      w[i] = v[i] / 2 + v[(i + 1) % n] / 2 + int(t * 1.5) + 5;
    v.swap(w);
  }
  std::printf("%s %d\n", v == got ? "same" : "DIFFERENT", extra);
  return v != got;
}
