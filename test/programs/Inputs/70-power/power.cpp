// The largest eigenvalue of a matrix: multiply, divide by the length, until it stays. The
// groups' sums come back in a vector that is as long as there are groups.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <vector>

namespace {

constexpr std::size_t wg = 32;

struct Gpu {
  cl::Context context = cl::Context::getDefault();
  cl::CommandQueue queue{context};
  cl::Program program;

  explicit Gpu(const char *file) {
    std::ifstream in(file);
    program = cl::Program(context, std::string(std::istreambuf_iterator<char>(in), {}), true);
  }
  template <class T> cl::Buffer buffer(const std::vector<T> &from) {
    return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, from.size() * sizeof(T),
                      const_cast<T *>(from.data()));
  }
};

float entry(int i, int k) { return i == k ? 2.0f + 3.0f * (i == 4) : 1.0f / (1 + std::abs(i - k)); }

double reference(int n) {
  std::vector<double> x(n, 1.0), y(n);
  double value = 0;
  for (int t = 0; t < 300; ++t) {
    double length = 0;
    for (int i = 0; i < n; ++i) {
      y[i] = 0;
      for (int k = 0; k < n; ++k)
        y[i] += double(entry(i, k)) * x[k];
      length += y[i] * y[i];
    }
    value = std::sqrt(length);
    for (int i = 0; i < n; ++i)
      x[i] = y[i] / value;
  }
  return value;
}

} // namespace

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 90;
  Gpu gpu("power.cl");
  std::vector<float> matrix;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      matrix.push_back(entry(i, k));
  const std::size_t groups = (n + wg - 1) / wg;
  std::vector<float> sums(groups);
  cl::Buffer a = gpu.buffer(matrix), x = gpu.buffer(std::vector<float>(n, 1.0f / std::sqrt(float(n)))),
             y = gpu.buffer(std::vector<float>(n)), parts = gpu.buffer(sums);
  cl::Kernel multiply(gpu.program, "multiply"), products(gpu.program, "products"), scale(gpu.program, "scale");
  multiply.setArg(0, a);
  multiply.setArg(1, x);
  multiply.setArg(2, y);
  multiply.setArg(3, n);
  products.setArg(0, y);
  products.setArg(1, y);
  products.setArg(2, parts);
  products.setArg(3, cl::Local(wg * sizeof(float)));
  products.setArg(4, n);
  scale.setArg(0, y);
  scale.setArg(1, x);
  scale.setArg(3, n);

  const cl::NDRange all(groups * wg), local(wg);
  float value = 0, before;
  int rounds = 0;
  do {
    before = value;
    gpu.queue.enqueueNDRangeKernel(multiply, cl::NullRange, all, local);
    gpu.queue.enqueueNDRangeKernel(products, cl::NullRange, all, local);
    gpu.queue.enqueueReadBuffer(parts, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
    value = std::sqrt(std::accumulate(sums.begin(), sums.end(), 0.0f));
    scale.setArg(2, 1.0f / value);
    gpu.queue.enqueueNDRangeKernel(scale, cl::NullRange, all, local);
  } while (++rounds < 500 && std::fabs(value - before) > 1e-5f * value);

  const double right = reference(n);
  const bool good = std::fabs(value - right) < 1e-3 * right && rounds < 500;
  std::cout << "eigenvalue " << int(value * 100 + 0.5f) / 100.0 << ": " << (good ? "right" : "WRONG") << '\n';
  return good ? 0 : 1;
}
