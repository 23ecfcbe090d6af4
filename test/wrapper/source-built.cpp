// Kernel source that the program puts together from strings, in several pieces: no file, no literal holds it.
// REQUIRES: device
// RUN: %persistify %s -o %t -- -std=c++17 2>&1 | FileCheck %s
// RUN: %cxx -std=c++17 %t/source-built.cpp %cl_inc %runtime_flags -o %t/program
// RUN: %cxx -std=c++17 %s %cl_inc -lOpenCL -o %t/original && %t/original > %t/expected
// RUN: %env_device PERSISTIFY_STATS=1 %t/program > %t/printed 2> %t/said && diff %t/expected %t/printed
// RUN: FileCheck %s --check-prefix=RAN --input-file %t/said
// CHECK: 1 loop transformed, 0 refused
// RAN: entries=1 persistent=1 fallback=0
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <string>
#include <vector>

namespace text {
const std::string helper = R"CL(
int twice(int x) { return 2 * x; }
)CL";
std::string kernel(const std::string &name, const std::string &with) {
  return "__kernel void " + name + "(__global int *a) { size_t i = get_global_id(0); a[i] = " + with + "(a[i]) + (int)i; }\n";
}
} // namespace text

int main() {
  cl::Context context(CL_DEVICE_TYPE_ALL);
  std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();
  cl::CommandQueue queue(context, devices[0]);
  cl::Program::Sources pieces;
  pieces.push_back(text::helper);
  pieces.push_back(text::kernel("even", "twice"));
  pieces.push_back(text::kernel("odd", "-twice"));
  cl::Program program(context, pieces);
  program.build(devices);
  cl::Kernel kernels[] = {cl::Kernel(program, "even"), cl::Kernel(program, "odd")};
  std::vector<int> data(64, 1);
  cl::Buffer a(context, data.begin(), data.end(), false);
  for (auto &k : kernels)
    k.setArg(0, a);
  for (int t = 0; t < 5; ++t)
    queue.enqueueNDRangeKernel(kernels[t % 2], cl::NullRange, cl::NDRange(64), cl::NDRange(16));
  cl::copy(queue, a, data.begin(), data.end());
  unsigned sum = 0;
  for (int x : data)
    sum = sum * 31 + unsigned(x);
  printf("%u\n", sum);
}
