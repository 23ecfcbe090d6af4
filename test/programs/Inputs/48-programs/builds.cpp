// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for each step, with the step as a macro.
#include <CL/cl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
  cl_platform_id p; cl_device_id d;
  clGetPlatformIDs(1, &p, nullptr);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
  cl_context ctx = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
  cl_command_queue q = clCreateCommandQueue(ctx, d, 0, nullptr);
  std::stringstream s;
  s << std::ifstream("unit.cl").rdbuf();
  const std::string text = s.str();
  const char *t = text.c_str();
  std::vector<int> v(50, 0);
  cl_mem m = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, v.size() * 4, v.data(), nullptr);
  const size_t g = v.size();
  for (int step = 1; step <= 4; ++step) {
    cl_program prog = clCreateProgramWithSource(ctx, 1, &t, nullptr, nullptr);
    clBuildProgram(prog, 1, &d, ("-DSTEP=" + std::to_string(step)).c_str(), nullptr, nullptr);
    cl_kernel add = clCreateKernel(prog, "add", nullptr);
    clSetKernelArg(add, 0, sizeof m, &m);
    clEnqueueNDRangeKernel(q, add, 1, nullptr, &g, nullptr, 0, nullptr, nullptr);
    clReleaseKernel(add);
    clReleaseProgram(prog);
  }
  clEnqueueReadBuffer(q, m, CL_TRUE, 0, v.size() * 4, v.data(), 0, nullptr, nullptr);
  std::cout << v.front() << " " << v.back() << "\n";
  return v.front() == 10 && v.back() == 10 ? 0 : 1;
}
