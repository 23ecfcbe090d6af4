// Kernels that race, by the wrapper's ways to set arguments: one buffer by two parameters of a functor, by elements of an array of
// buffers, and by turns, where it is two. Macros of the build say how wide rows are. The values are equal, so the results are known.
// REQUIRES: device
// RUN: %persistify %s -o %t --kernel-flags="-DWIDTH=16" -- -std=c++17 > %t.log 2>&1
// RUN: FileCheck %s --input-file %t.log --implicit-check-not=PST3024
// RUN: %cxx -std=c++17 %t/races.cpp %cl_inc %runtime_flags -o %t/program
// RUN: %cxx -std=c++17 %s %cl_inc -lOpenCL -o %t/original && %t/original > %t/expected
// RUN: %env_device PERSISTIFY_STATS=1 %t/program > %t/printed 2> %t/said && diff %t/expected %t/printed
// RUN: FileCheck %s --check-prefix=RAN --input-file %t/said
// RAN-COUNT-4: entries=1 persistent=1 fallback=0
// RUN: env PERSISTIFY_FAULT=no-races %persistify %s --dry-run --kernel-flags="-DWIDTH=16" -- -std=c++17 > %t.fault 2>&1
// RUN: env PERSISTIFY_FAULT=no-races not FileCheck %s --input-file %t.fault
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <utility>
#include <vector>

static const char *const text = R"CL(
#define AT(x, y) ((y) * WIDTH + (x))
typedef struct { float3 place; float heat; } cell;
__kernel void relax(__global const int *from, __global int *to) {
  const size_t x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  to[AT(x, y)] = (from[AT(x - 1, y)] + from[AT(x + 1, y)]) / 2;
}
__kernel void warm(__global cell *cells) {
  int i = get_global_id(0);
  __global cell *const me = cells + i, *const next = &cells[i + 1];
  me->heat = next->heat;
}
)CL";

int main() {
  cl::Context context(CL_DEVICE_TYPE_ALL);
  std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();
  cl::CommandQueue queue(context, devices[0]);
  cl::Program program(context, text);
  program.build(devices, "-DWIDTH=16");
  std::vector<int> data(256, 3);
  cl::Buffer a(context, data.begin(), data.end(), false), b(context, data.begin(), data.end(), false);
  std::vector<float> warmth(8 * 65, 1.5f);
  cl::Buffer cells(context, warmth.begin(), warmth.end(), false);

  cl::KernelFunctor<cl::Buffer, cl::Buffer> relax(program, "relax");
  for (int t = 0; t < 5; ++t) {
    // CHECK: races.cpp:[[#@LINE+1]]:{{.*}}kernel 'relax': a work-item reads an element of 'from' ({{.*}}) that another one writes in the same launch ({{.*}}, by 'to', which is the same buffer): what {{.*}}[PST3024]
    relax(cl::EnqueueArgs(queue, cl::NDRange(14, 14)), a, a);
  }

  cl::Kernel k(program, "relax");
  for (int t = 0; t < 5; ++t) {
    k.setArg(0, a);
    k.setArg(1, b);
    queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(14, 14));
    std::swap(a, b);
  }

  cl::Kernel w(program, "warm");
  w.setArg(0, cells);
  for (int t = 0; t < 5; ++t) {
    // CHECK: races.cpp:[[#@LINE+1]]:{{.*}}kernel 'warm': a work-item reads an element of 'cells' ({{.*}}) that another one writes in the same launch ({{.*}}): what {{.*}}[PST3024]
    queue.enqueueNDRangeKernel(w, cl::NullRange, cl::NDRange(64));
  }

  // One row: no neighbour in it.
  for (int t = 0; t < 5; ++t)
    queue.enqueueNDRangeKernel(w, cl::NullRange, cl::NDRange(1));

  cl::copy(queue, a, data.begin(), data.end());
  cl::copy(queue, cells, warmth.begin(), warmth.end());
  unsigned sum = 0;
  for (int x : data)
    sum = sum * 31 + unsigned(x);
  printf("%u %g\n", sum, warmth[9]);
}
