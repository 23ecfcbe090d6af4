// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All-pairs shortest paths the way the vendors' samples are written: a class
// with one method for each stage and int codes that travel upwards.
#include <CL/cl.h>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#define SDK_SUCCESS 0
#define SDK_FAILURE 1
#define CHECK_OPENCL_ERROR(actual, msg)                                                        \
  if ((actual) != CL_SUCCESS) {                                                                \
    std::cout << "Location : " << __FILE__ << ":" << __LINE__ << std::endl << msg << std::endl; \
    return SDK_FAILURE;                                                                        \
  }

class FloydWarshall {
  cl_uint numNodes;
  std::vector<cl_uint> dist, path, refDist;
  cl_context context;
  cl_device_id device;
  cl_command_queue commandQueue;
  cl_program program;
  cl_kernel kernel;
  cl_mem distBuffer, pathBuffer;

public:
  explicit FloydWarshall(cl_uint n) : numNodes(n) {}
  int setup();
  int runCLKernels();
  int verify();
};

int FloydWarshall::setup() {
  cl_int status;
  cl_platform_id platform;
  status = clGetPlatformIDs(1, &platform, NULL);
  CHECK_OPENCL_ERROR(status, "clGetPlatformIDs failed.");
  status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  CHECK_OPENCL_ERROR(status, "clGetDeviceIDs failed.");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECK_OPENCL_ERROR(status, "clCreateContext failed.");
  commandQueue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
  CHECK_OPENCL_ERROR(status, "clCreateCommandQueue failed.");
  std::ifstream in("floyd.cl");
  std::stringstream text;
  text << in.rdbuf();
  std::string s = text.str();
  const char *p = s.c_str();
  size_t len = s.size();
  program = clCreateProgramWithSource(context, 1, &p, &len, &status);
  CHECK_OPENCL_ERROR(status, "clCreateProgramWithSource failed.");
  status = clBuildProgram(program, 1, &device, "", NULL, NULL);
  CHECK_OPENCL_ERROR(status, "clBuildProgram failed.");
  kernel = clCreateKernel(program, "fw_step", &status);
  CHECK_OPENCL_ERROR(status, "clCreateKernel failed.");
  dist.resize(numNodes * numNodes);
  path.resize(numNodes * numNodes);
  srand(7);
  for (cl_uint i = 0; i < numNodes; ++i)
    for (cl_uint j = 0; j < numNodes; ++j) {
      dist[i * numNodes + j] = i == j ? 0 : (rand() % 5 ? 1000000u : 1u + rand() % 90);
      path[i * numNodes + j] = i;
    }
  refDist = dist;
  distBuffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, dist.size() * 4, dist.data(), &status);
  CHECK_OPENCL_ERROR(status, "clCreateBuffer failed. (dist)");
  pathBuffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, path.size() * 4, path.data(), &status);
  CHECK_OPENCL_ERROR(status, "clCreateBuffer failed. (path)");
  return SDK_SUCCESS;
}

int FloydWarshall::runCLKernels() {
  cl_int status;
  size_t globalThreads[2] = {numNodes, numNodes};
  size_t localThreads[2] = {4, 4};
  cl_uint numPasses = numNodes;
  status = clSetKernelArg(kernel, 0, sizeof(cl_mem), (void *)&distBuffer);
  CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (distBuffer)");
  status = clSetKernelArg(kernel, 1, sizeof(cl_mem), (void *)&pathBuffer);
  CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (pathBuffer)");
  status = clSetKernelArg(kernel, 2, sizeof(cl_uint), (void *)&numNodes);
  CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (numNodes)");
  for (cl_uint i = 0; i < numPasses; i += 1) {
    status = clSetKernelArg(kernel, 3, sizeof(cl_uint), (void *)&i);
    CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (pass)");
    cl_event ndrEvt;
    status = clEnqueueNDRangeKernel(commandQueue, kernel, 2, NULL, globalThreads, localThreads, 0, NULL, &ndrEvt);
    CHECK_OPENCL_ERROR(status, "clEnqueueNDRangeKernel failed.");
    status = clFlush(commandQueue);
    CHECK_OPENCL_ERROR(status, "clFlush failed.");
    status = clWaitForEvents(1, &ndrEvt);
    CHECK_OPENCL_ERROR(status, "clWaitForEvents failed.");
    status = clReleaseEvent(ndrEvt);
    CHECK_OPENCL_ERROR(status, "clReleaseEvent failed.");
  }
  status = clEnqueueReadBuffer(commandQueue, distBuffer, CL_TRUE, 0, dist.size() * 4, dist.data(), 0, NULL, NULL);
  CHECK_OPENCL_ERROR(status, "clEnqueueReadBuffer failed.");
  return SDK_SUCCESS;
}

int FloydWarshall::verify() {
  for (cl_uint k = 0; k < numNodes; ++k)
    for (cl_uint y = 0; y < numNodes; ++y)
      for (cl_uint x = 0; x < numNodes; ++x)
        if (refDist[y * numNodes + k] + refDist[k * numNodes + x] < refDist[y * numNodes + x])
          refDist[y * numNodes + x] = refDist[y * numNodes + k] + refDist[k * numNodes + x];
  if (refDist == dist) {
    std::cout << "Passed! " << dist.back() << std::endl;
    return SDK_SUCCESS;
  }
  std::cout << "Failed" << std::endl;
  return SDK_FAILURE;
}

int main(int argc, char *argv[]) {
  FloydWarshall fw(argc > 1 ? std::atoi(argv[1]) : 40);
  if (fw.setup() != SDK_SUCCESS)
    return SDK_FAILURE;
  if (fw.runCLKernels() != SDK_SUCCESS)
    return SDK_FAILURE;
  return fw.verify();
}
