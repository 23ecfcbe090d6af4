// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Haar transform; the kernel's text is embedded, the file beside it is the same text.
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const char kHaar[] = R"CLC(// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void haar(global const float *signal, global float *coeff, const uint half_size)
{
  uint i = get_global_id(0);
  float a = signal[2 * i], b = signal[2 * i + 1];
  coeff[i] = (a + b) * 0.5f;
  coeff[half_size + i] = (a - b) * 0.5f;
}
)CLC";

struct Ocl {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  ~Ocl() {
    if (program) clReleaseProgram(program);
    if (queue) clReleaseCommandQueue(queue);
    if (context) clReleaseContext(context);
  }
};

static bool transform(Ocl &ocl, std::vector<float> &data) {
  cl_int e = 0;
  const cl_uint n = static_cast<cl_uint>(data.size());
  cl_kernel haar = clCreateKernel(ocl.program, "haar", &e);
  if (e != CL_SUCCESS) return false;
  cl_mem signal = clCreateBuffer(ocl.context, CL_MEM_COPY_HOST_PTR, n * sizeof(float), data.data(), &e);
  cl_mem coeff = clCreateBuffer(ocl.context, CL_MEM_READ_WRITE, n * sizeof(float), nullptr, &e);
  bool fine = e == CL_SUCCESS;
  fine = fine && clSetKernelArg(haar, 0, sizeof signal, &signal) == CL_SUCCESS;
  fine = fine && clSetKernelArg(haar, 1, sizeof coeff, &coeff) == CL_SUCCESS;
  for (cl_uint length = n; fine && length > 1; length /= 2) {
    const cl_uint half = length / 2;
    const size_t items = half;
    e = clSetKernelArg(haar, 2, sizeof half, &half);
    if (e == CL_SUCCESS) e = clEnqueueNDRangeKernel(ocl.queue, haar, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    if (e == CL_SUCCESS) e = clEnqueueCopyBuffer(ocl.queue, coeff, signal, 0, 0, length * sizeof(float), 0, nullptr, nullptr);
    if (e != CL_SUCCESS) {
      std::fprintf(stderr, "level of %u: %d\n", length, e);
      fine = false;
    }
  }
  fine = fine && clEnqueueReadBuffer(ocl.queue, signal, CL_TRUE, 0, n * sizeof(float), data.data(), 0, nullptr, nullptr) == CL_SUCCESS;
  clReleaseMemObject(signal);
  clReleaseMemObject(coeff);
  clReleaseKernel(haar);
  return fine;
}

int main(int argc, char **argv) {
  const int n = 1 << (argc > 1 ? std::atoi(argv[1]) : 10);
  std::vector<float> data(n), want(n);
  for (int i = 0; i < n; ++i) data[i] = want[i] = float((i * 29) % 64);
  Ocl ocl;
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &ocl.device, nullptr)) return 2;
  ocl.context = clCreateContext(nullptr, 1, &ocl.device, nullptr, nullptr, nullptr);
  ocl.queue = clCreateCommandQueue(ocl.context, ocl.device, 0, nullptr);
  const char *source = kHaar;
  ocl.program = clCreateProgramWithSource(ocl.context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(ocl.program, 1, &ocl.device, "", nullptr, nullptr)) return 2;
  if (!transform(ocl, data)) return 2;
  std::vector<float> t(n);
  for (int length = n; length > 1; length /= 2) {
    for (int i = 0; i < length / 2; ++i) {
      t[i] = (want[2 * i] + want[2 * i + 1]) * 0.5f;
      t[length / 2 + i] = (want[2 * i] - want[2 * i + 1]) * 0.5f;
    }
    for (int i = 0; i < length; ++i) want[i] = t[i];
  }
  std::printf("mean %g, %s\n", data[0], data == want ? "equal" : "NOT EQUAL");
  return data != want;
}
