// Programs of the wrapper, one for each literal, in a class that keeps three kernels of three programs; a vector of kernels.
// REQUIRES: device
// RUN: rm -rf %t && %persistify %s -o %t -- -std=c++17 %cl_inc 2>&1 | FileCheck %s
// CHECK: persistify: 3 loops transformed, 0 refused
// RUN: %cxx -std=c++17 %t/two-programs.cpp %cl_inc %runtime_flags -o %t/program
// RUN: %cxx -std=c++17 %s %cl_inc -lOpenCL -o %t/original && %env_device %t/original > %t/expected
// RUN: %env_device PERSISTIFY_STATS=1 %t/program > %t/printed 2> %t/said && diff %t/expected %t/printed
// RUN: FileCheck %s --check-prefix=RAN --input-file %t/said
// RAN-DAG: entries=2 persistent=2 fallback=0
// RAN-DAG: entries=1 persistent=1 fallback=0
// Kernels of two programs that have one source: a source has one program.
// RUN: %env_device %t/original apart > %t/expected && %env_device PERSISTIFY_STATS=1 %t/program apart > %t/printed 2> %t/said && diff %t/expected %t/printed
// RUN: FileCheck %s --check-prefix=APART --input-file %t/said
// APART: original loop: kernels come from different programs
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

static const char *const scale_text = R"CL(
int twice(int x) { return 2 * x; }
__kernel void scale(__global int *a) { size_t i = get_global_id(0); a[i] = twice(a[i]) & 0xffff; }
)CL";
static const char *const move_text = R"CL(
__kernel void move(__global const int *in, __global int *out, int by) {
  size_t i = get_global_id(0), n = get_global_size(0);
  out[(i + by) % n] = in[i];
}
)CL";
static const char *const mix_text = R"CL(
__constant int table[] = {3, 1, 4, 1, 5};
__kernel void mix(__global int *a, __global const int *b) { size_t i = get_global_id(0); a[i] += b[i] * table[i % 5]; }
)CL";

class Machine {
public:
  explicit Machine(bool apart) : context(CL_DEVICE_TYPE_ALL), queue(context) {
    scale = cl::Kernel(cl::Program(context, scale_text, true), "scale");
    move = cl::Kernel(cl::Program(context, move_text, true), "move");
    mix = cl::Kernel(cl::Program(context, mix_text, true), "mix");
    cl::Program again(context, scale_text, true);
    steps = {scale, apart ? cl::Kernel(again, "scale") : scale};
    std::vector<int> data(64, 1);
    a = cl::Buffer(context, data.begin(), data.end(), false);
    b = cl::Buffer(context, data.begin(), data.end(), false);
  }
  void run(int trips) {
    for (int t = 0; t < trips; ++t) {
      scale.setArg(0, a);
      queue.enqueueNDRangeKernel(scale, cl::NullRange, cl::NDRange(64));
      move.setArg(0, a);
      move.setArg(1, b);
      move.setArg(2, t);
      queue.enqueueNDRangeKernel(move, cl::NullRange, cl::NDRange(64));
      mix.setArg(0, b);
      mix.setArg(1, a);
      queue.enqueueNDRangeKernel(mix, cl::NullRange, cl::NDRange(64), cl::NDRange(16));
      std::swap(a, b);
    }
  }
  void each(int trips) {
    steps[0].setArg(0, a);
    steps[1].setArg(0, b);
    mix.setArg(0, a);
    mix.setArg(1, b);
    for (int t = 0; t < trips; ++t) {
      queue.enqueueNDRangeKernel(steps[1], cl::NullRange, cl::NDRange(64));
      queue.enqueueNDRangeKernel(mix, cl::NullRange, cl::NDRange(64));
    }
  }
  void both(int trips) {
    steps[1].setArg(0, a);
    for (int t = 0; t < trips; ++t) {
      queue.enqueueNDRangeKernel(steps[1], cl::NullRange, cl::NDRange(64));
      scale.setArg(0, b);
      queue.enqueueNDRangeKernel(scale, cl::NullRange, cl::NDRange(64));
    }
  }
  void show(const char *what) {
    std::vector<int> data(64);
    cl::copy(queue, a, data.begin(), data.end());
    unsigned sum = 0;
    for (int x : data)
      sum = sum * 31 + unsigned(x);
    std::printf("%s: %d %d ... %u\n", what, data[0], data[1], sum);
  }

private:
  cl::Context context;
  cl::CommandQueue queue;
  cl::Kernel scale, move, mix;
  std::vector<cl::Kernel> steps;
  cl::Buffer a, b;
};

int main(int argc, char **) {
  Machine m(argc > 1);
  m.run(7);
  m.show("run");
  m.each(3);
  m.show("each");
  if (argc > 1)
    m.both(3);
  m.run(2);
  m.show("again");
}
