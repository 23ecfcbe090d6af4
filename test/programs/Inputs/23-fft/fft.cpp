// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FFT with the radix of each pass chosen at run time.
#include <CL/cl.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

namespace cl_util {
struct Failure : std::exception {
  Failure(const char *what, int code) : text(std::string(what) + ": " + std::to_string(code)) {}
  const char *what() const noexcept override { return text.c_str(); }
  std::string text;
};
}
#define CL_THROW(call)                              \
  do {                                              \
    const cl_int status = (call);                   \
    if (status != CL_SUCCESS)                       \
      throw cl_util::Failure(#call, status);        \
  } while (false)

static cl_kernel makeKernel(cl_program program, const std::string &name) {
  cl_int rc;
  cl_kernel k = clCreateKernel(program, name.c_str(), &rc);
  CL_THROW(rc);
  return k;
}

int run(int n) {
  cl_platform_id platform;
  cl_device_id device;
  CL_THROW(clGetPlatformIDs(1, &platform, nullptr));
  CL_THROW(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_int rc;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &rc);
  CL_THROW(rc);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &rc);
  CL_THROW(rc);
  std::ifstream file("fft.cl");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const char *lines[] = {text.c_str()};
  cl_program program = clCreateProgramWithSource(context, 1, lines, nullptr, &rc);
  CL_THROW(rc);
  CL_THROW(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr));
  cl_kernel radix2 = makeKernel(program, "fft_radix2");
  cl_kernel radix4 = makeKernel(program, "fft_radix4");

  std::vector<std::complex<float>> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = {std::sin(0.37f * i), static_cast<float>(i % 6) - 2.5f};
  cl_mem src = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof in[0], in.data(), &rc);
  CL_THROW(rc);
  cl_mem dst = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof in[0], nullptr, &rc);
  CL_THROW(rc);
  int passes = 0;
  for (int p = 1; p < n;) {
    const int radix = p * 4 <= n ? 4 : 2;
    cl_kernel kernel = radix == 4 ? radix4 : radix2;
    const size_t items = n / radix;
    CL_THROW(clSetKernelArg(kernel, 0, sizeof src, &src));
    CL_THROW(clSetKernelArg(kernel, 1, sizeof dst, &dst));
    CL_THROW(clSetKernelArg(kernel, 2, sizeof n, &n));
    CL_THROW(clSetKernelArg(kernel, 3, sizeof p, &p));
    CL_THROW(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    std::swap(src, dst);
    p *= radix;
    ++passes;
  }
  CL_THROW(clEnqueueReadBuffer(queue, src, CL_TRUE, 0, n * sizeof out[0], out.data(), 0, nullptr, nullptr));
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    std::complex<double> sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::complex<double>(in[i]) * std::polar(1.0, -2 * M_PI * (double(i) * k / n));
    worst = std::max(worst, std::abs(sum - std::complex<double>(out[k])));
  }
  std::printf("n = %d, %d passes, %s\n", n, passes, worst < 1e-3 * n ? "good" : "bad");
  return worst < 1e-3 * n ? 0 : 1;
}

int main(int argc, char **argv) {
  try {
    return run(argc > 1 ? std::atoi(argv[1]) : 512);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
