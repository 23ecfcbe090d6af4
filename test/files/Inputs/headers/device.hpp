// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
#include <fstream>
#include <sstream>
#include <string>

namespace gpu {
class Device {
  cl_context context = nullptr;
  cl_program program = nullptr;

protected:
  cl_command_queue queue = nullptr;

public:
  explicit Device(const char *file) {
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
    context = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, d, 0, NULL);
    std::ifstream in(file);
    std::stringstream all;
    all << in.rdbuf();
    std::string text = all.str();
    const char *source = text.c_str();
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &d, "", NULL, NULL);
  }
  cl_kernel kernel(const char *name) { return clCreateKernel(program, name, NULL); }
  cl_mem ints(int n, const int *from) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), n * sizeof(int), (void *)from, NULL);
  }
};
} // namespace gpu
