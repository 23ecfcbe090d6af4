// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bitonic sort; the large strides in global memory, the rest inside a block.
#include <CL/cl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace sorting {

namespace detail {

template <typename T>
void set(cl_kernel kernel, cl_uint index, const T& value) {
  if (cl_int e = clSetKernelArg(kernel, index, sizeof(T), &value)) throw e;
}

template <typename A>
void setAll(cl_kernel kernel, const A& a) { set(kernel, 0, a); }

template <typename A, typename B>
void setAll(cl_kernel kernel, const A& a, const B& b) {
  set(kernel, 0, a);
  set(kernel, 1, b);
}

template <typename A, typename B, typename C>
void setAll(cl_kernel kernel, const A& a, const B& b, const C& c) {
  set(kernel, 0, a);
  set(kernel, 1, b);
  set(kernel, 2, c);
}

inline void launch(cl_command_queue queue, cl_kernel kernel, std::size_t items, std::size_t group) {
  if (cl_int e = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr)) throw e;
}

}  // namespace detail

constexpr std::size_t kBlock = 64;

struct Kernels {
  cl_kernel sortLocal;
  cl_kernel mergeGlobal;
  cl_kernel mergeLocal;
};

void sort(cl_command_queue queue, const Kernels& kernels, cl_mem keys, cl_uint count) {
  using detail::launch;
  using detail::setAll;
  const std::size_t items = count / 2;
  setAll(kernels.sortLocal, keys);
  launch(queue, kernels.sortLocal, items, kBlock);
  for (cl_uint k = 4 * kBlock; k <= count; k <<= 1) {
    for (cl_uint j = k >> 1; j > 0; j >>= 1) {
      if (j <= kBlock) {
        setAll(kernels.mergeLocal, keys, k);
        launch(queue, kernels.mergeLocal, items, kBlock);
        break;
      }
      setAll(kernels.mergeGlobal, keys, k, j);
      launch(queue, kernels.mergeGlobal, items, kBlock);
    }
  }
}

}  // namespace sorting

int main(int argc, char** argv) {
  const cl_uint count = 1u << (argc > 1 ? std::atoi(argv[1]) : 11);
  std::vector<cl_uint> keys(count);
  std::uint64_t state = 88172645463325252ull;
  for (auto& key : keys) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    key = static_cast<cl_uint>(state);
  }
  auto expected = keys;
  std::sort(expected.begin(), expected.end());
  try {
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    cl_int error = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    std::ifstream file("bitonic.cl");
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    const char* text = source.data();
    const std::size_t length = source.size();
    cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &error);
    error = clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr);
    if (error) throw error;
    sorting::Kernels kernels{clCreateKernel(program, "sort_local", &error),
                             clCreateKernel(program, "merge_global", &error),
                             clCreateKernel(program, "merge_local", &error)};
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   keys.size() * sizeof(cl_uint), keys.data(), &error);
    if (error) throw error;
    sorting::sort(queue, kernels, buffer, count);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, keys.size() * sizeof(cl_uint), keys.data(), 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
    for (cl_kernel k : {kernels.sortLocal, kernels.mergeGlobal, kernels.mergeLocal}) clReleaseKernel(k);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  } catch (cl_int code) {
    std::cerr << "OpenCL error " << code << '\n';
    return EXIT_FAILURE;
  }
  std::cout << count << " keys " << (keys == expected ? "sorted" : "NOT SORTED") << ", median " << keys[count / 2] << '\n';
  return keys == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
