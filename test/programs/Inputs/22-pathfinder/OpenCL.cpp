// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenCL.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>

OpenCL::OpenCL(int displayOutput) : VERBOSE(displayOutput), lwsizeValue(0), gwsizeValue(0) {}

OpenCL::~OpenCL() {
  for (std::map<std::string, cl_kernel>::iterator it = kernelArray.begin(); it != kernelArray.end(); ++it)
    clReleaseKernel(it->second);
  clReleaseProgram(program);
  clReleaseCommandQueue(command_queue);
  clReleaseContext(context);
}

void OpenCL::init() {
  cl_int err;
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_id, NULL) != CL_SUCCESS) {
    printf("no device\n");
    exit(1);
  }
  context = clCreateContext(NULL, 1, &device_id, NULL, NULL, &err);
  command_queue = clCreateCommandQueue(context, device_id, 0, &err);
  buildKernel();
}

void OpenCL::buildKernel() {
  cl_int err;
  std::ifstream file("pathfinder.cl");
  std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const char *text = source.c_str();
  program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
  err = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  if (err != CL_SUCCESS) {
    printf("build failed: %d\n", err);
    exit(1);
  }
}

void OpenCL::createKernel(std::string kernelName) {
  cl_int ret;
  cl_kernel k = clCreateKernel(program, kernelName.c_str(), &ret);
  if (ret != CL_SUCCESS) {
    printf("Error: kernel %s: %d\n", kernelName.c_str(), ret);
    exit(1);
  }
  kernelArray[kernelName] = k;
}

cl_kernel OpenCL::kernel(std::string kernelName) { return kernelArray[kernelName]; }
void OpenCL::gwsize(size_t theSize) { gwsizeValue = theSize; }
void OpenCL::lwsize(size_t theSize) { lwsizeValue = theSize; }

void OpenCL::launch(std::string toLaunch) {
  cl_int err = clEnqueueNDRangeKernel(command_queue, kernelArray[toLaunch], 1, NULL, &gwsizeValue, &lwsizeValue, 0, NULL, NULL);
  if (err != CL_SUCCESS) {
    printf("Error: launch of %s: %d\n", toLaunch.c_str(), err);
    exit(1);
  }
}
