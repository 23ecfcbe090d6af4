// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bitonic sort of 2^LOG2 keys.
//
//   bitonic [LOG2 [SEED]]

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": OpenCL error " +
                             std::to_string(status));
}

static cl_device_id firstDevice() {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < std::min<cl_uint>(count, 16); i++) {
    cl_device_id device;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) ==
        CL_SUCCESS)
      return device;
  }
  throw std::runtime_error("no OpenCL device");
}

/// Reads a file beside the program, or else in the current folder.
static std::string readKernel(const std::string &program, const std::string &name) {
  std::ifstream in(program.substr(0, program.rfind('/') + 1) + name);
  if (!in)
    in.open(name);
  if (!in)
    throw std::runtime_error("cannot read " + name);
  return std::string(std::istreambuf_iterator<char>(in),
                     std::istreambuf_iterator<char>());
}

/// Sorts `keys` (a power of two of them) on the device.
static int sortOnDevice(const std::string &program_name, std::vector<cl_uint> &keys) {
  cl_int status;
  cl_device_id device = firstDevice();
  cl_context context =
      clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  std::string source = readKernel(program_name, "bitonic.cl");
  const char *text = source.c_str();
  cl_program program =
      clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr),
        "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "exchange_pairs", &status);
  check(status, "clCreateKernel");
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     keys.size() * sizeof(cl_uint), keys.data(), &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");

  const cl_uint n = (cl_uint)keys.size();
  const size_t global = n;
  int passes = 0;
  for (cl_uint k = 2; k <= n; k <<= 1) {
    for (cl_uint j = k >> 1; j > 0; j >>= 1) {
      check(clSetKernelArg(kernel, 1, sizeof(cl_uint), &j), "clSetKernelArg");
      check(clSetKernelArg(kernel, 2, sizeof(cl_uint), &k), "clSetKernelArg");
      check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0,
                                   nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      ++passes;
    }
  }

  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, keys.size() * sizeof(cl_uint),
                            keys.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return passes;
}

int main(int argc, char **argv) {
  int log2 = argc > 1 ? std::atoi(argv[1]) : 12;
  unsigned seed = argc > 2 ? (unsigned)std::atoi(argv[2]) : 1;
  if (log2 < 0 || log2 > 26) {
    std::fprintf(stderr, "usage: bitonic [LOG2 [SEED]]\n");
    return 2;
  }
  std::mt19937 random(seed);
  std::vector<cl_uint> keys((size_t)1 << log2);
  for (cl_uint &key : keys)
    key = (cl_uint)random();
  std::vector<cl_uint> expected = keys;
  std::sort(expected.begin(), expected.end());

  try {
    int passes = sortOnDevice(argv[0], keys);
    std::printf("bitonic: %zu keys, %d passes\n", keys.size(), passes);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "bitonic: %s\n", error.what());
    return 2;
  }

  if (keys != expected) {
    std::printf("FAIL\n");
    return 1;
  }
  std::printf("PASS\n");
  return 0;
}
