// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef OPENCL_H_
#define OPENCL_H_
#include <CL/cl.h>
#include <map>
#include <string>

// Owns context, queue, program and the kernels by name.
class OpenCL {
public:
  explicit OpenCL(int displayOutput);
  ~OpenCL();
  void init();
  void createKernel(std::string kernelName);
  cl_kernel kernel(std::string kernelName);
  void gwsize(size_t theSize);
  void lwsize(size_t theSize);
  size_t localSize() { return lwsizeValue; }
  void launch(std::string toLaunch);
  cl_context ctxt() { return context; }
  cl_command_queue q() { return command_queue; }
  cl_device_id device() { return device_id; }

private:
  void buildKernel();
  int VERBOSE;
  size_t lwsizeValue;
  size_t gwsizeValue;
  cl_device_id device_id;
  cl_context context;
  cl_command_queue command_queue;
  cl_program program;
  std::map<std::string, cl_kernel> kernelArray;
};
#endif
