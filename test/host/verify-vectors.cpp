// PERSISTIFY=verify of std::vector, new[] and std::unique_ptr<T[]>, whose length the run knows.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
// RUN: %cxx -std=c++17 %cl_inc %t/verify-vectors.cpp -I%S/Inputs %runtime_flags -o %t/program
// RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
// RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
// RUN: diff %t/off.out %t/verify.out
// RUN: FileCheck %s --input-file %t/verify.err --implicit-check-not=persistify:
#include "setup.h"
#include <memory>
#include <vector>

static cl_kernel add_k;
static cl_mem data;

static void add(int v, size_t global) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(int argc, char **) {
  start("steps.cl", "");
  add_k = kernel_named("add");
  data = ints(64, 1);
  const size_t n = 31 + argc;
  std::vector<int> v(n);
  // CHECK: persistify: verify-vectors.cpp:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; i < 4; ++i) {
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, v.size() * sizeof(int), v.data(), 0, nullptr, nullptr);
    add(i, v.size());
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, v.size() * sizeof(int), v.data(), 0, nullptr, nullptr);
  }
  int *raw = new int[n]();
  // CHECK: persistify: verify-vectors.cpp:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; i < 4; ++i) {
    add(i, n);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *raw, raw, 0, nullptr, nullptr);
    if (raw[n - 1] > 1000)
      break;
  }
  std::unique_ptr<int[]> own(new int[n]());
  // CHECK: persistify: verify-vectors.cpp:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; i < 4; ++i) {
    add(i, n);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof(int), own.get(), 0, nullptr, nullptr);
  }
  printf("%d %d %d %d\n", v[0], v[n - 1], raw[n - 1], own[n - 1]);
  delete[] raw;
  return 0;
}
