// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program throws exceptions of its own and cl::Error out of a template; a class
// template holds references to wrapper objects.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

template <typename T> struct Array {
  cl::Buffer buffer_;
  cl::CommandQueue &queue_;
  std::size_t n_;
  Array(const cl::Context &c, cl::CommandQueue &q, std::vector<T> &v)
      : buffer_(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, v.size() * sizeof(T), v.data()), queue_(q), n_(v.size()) {}
  const cl::Buffer &buffer() const { return buffer_; }
  T front() const {
    T x;
    queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, sizeof(T), &x);
    return x;
  }
  void read(std::vector<T> &to) const { queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, n_ * sizeof(T), to.data()); }
};

struct Program {
  cl::CommandQueue &queue;
  cl::Kernel &newton, &worst;
};

static float iterate(Program &p, const Array<double> &x, const Array<double> &a, Array<float> &error, cl_uint n, int most) {
  for (int i = 0; i < most; ++i) {
    p.newton.setArg(0, x.buffer());
    p.newton.setArg(1, a.buffer());
    p.newton.setArg(2, n);
    p.queue.enqueueNDRangeKernel(p.newton, cl::NullRange, cl::NDRange(n));
    p.worst.setArg(0, x.buffer());
    p.worst.setArg(1, a.buffer());
    p.worst.setArg(2, error.buffer());
    p.worst.setArg(3, n);
    p.queue.enqueueNDRangeKernel(p.worst, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    float e = error.front();
    if (e < 1e-6f)
      return e;
  }
  throw std::runtime_error("no convergence");
}

int main(int argc, char **argv) {
  cl_uint n = argc > 1 ? atoi(argv[1]) : 10;
  int most = argc > 2 ? atoi(argv[2]) : 50;
  try {
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context, context.getInfo<CL_CONTEXT_DEVICES>().front());
    std::stringstream s;
    s << std::ifstream("root.cl").rdbuf();
    cl::Program program(context, s.str());
    program.build();
    std::vector<double> a(n), x(n, 1.0);
    for (cl_uint i = 0; i < n; ++i)
      a[i] = 1 + i * 0.75;
    std::vector<float> e(1);
    Array<double> da(context, queue, a), dx(context, queue, x);
    Array<float> error(context, queue, e);
    cl::Kernel newton(program, "newton"), worst(program, "worst");
    Program p{queue, newton, worst};
    float last = iterate(p, dx, da, error, n, most);
    dx.read(x);
    bool good = last < 1e-6f;
    for (cl_uint i = 0; i < n; ++i)
      good &= std::fabs(x[i] - std::sqrt(a[i])) < 1e-6;
    std::puts(good ? "right" : "wrong");
    return !good;
  } catch (const cl::Error &e) {
    std::printf("%s %d\n", e.what(), e.err());
    return 3;
  } catch (const std::exception &e) {
    std::puts(e.what());
    return 4;
  }
}
