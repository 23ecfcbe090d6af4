// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions off: a class that holds all cl:: objects and a two-dimensional range,
// a macro that checks each status, a float read back into the loop's condition.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cl_int rc_ = (call);                                                                           \
    if (rc_ != CL_SUCCESS) {                                                                       \
      std::fprintf(stderr, "%s: %d\n", #call, rc_);                                                \
      std::exit(3);                                                                                \
    }                                                                                              \
  } while (0)

class Plate {
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Program program_;
  cl::Kernel relax_, change_;
  cl::Buffer now_, next_, delta_;
  cl::NDRange global_, local_;
  cl_uint w_, h_;

public:
  Plate(cl_uint w, cl_uint h, std::vector<float> &start) : global_((w + 7) / 8 * 8, (h + 3) / 4 * 4), local_(8, 4), w_(w), h_(h) {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    context_ = cl::Context(devices[0]);
    queue_ = cl::CommandQueue(context_, devices[0]);
    std::ifstream in("plate.cl");
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    program_ = cl::Program(context_, text);
    CHECK(program_.build("-DUNUSED=1"));
    relax_ = cl::Kernel(program_, "relax");
    cl_int err;
    change_ = cl::Kernel(program_, "change", &err);
    CHECK(err);
    size_t bytes = start.size() * sizeof(float);
    now_ = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, start.data());
    next_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
    delta_ = cl::Buffer(context_, CL_MEM_READ_WRITE, sizeof(cl_float));
    CHECK(change_.setArg(2, delta_));
    CHECK(change_.setArg(3, w * h));
  }

  int solve(float limit) {
    int steps = 0;
    cl_float worst;
    do {
      CHECK(relax_.setArg(0, now_));
      CHECK(relax_.setArg(1, next_));
      CHECK(relax_.setArg(2, sizeof(cl_uint), &w_));
      CHECK(relax_.setArg(3, sizeof(cl_uint), &h_));
      CHECK(queue_.enqueueNDRangeKernel(relax_, cl::NullRange, global_, local_));
      CHECK(change_.setArg(0, now_));
      CHECK(change_.setArg(1, next_));
      CHECK(queue_.enqueueNDRangeKernel(change_, cl::NullRange, cl::NDRange(1)));
      CHECK(queue_.enqueueReadBuffer(delta_, CL_TRUE, 0, sizeof worst, &worst));
      cl::Buffer t = now_;
      now_ = next_;
      next_ = t;
      ++steps;
    } while (worst > limit && steps < 1000);
    CHECK(queue_.finish());
    return steps;
  }

  void result(std::vector<float> &v) { CHECK(queue_.enqueueReadBuffer(now_, CL_TRUE, 0, v.size() * 4, v.data())); }
};

int main(int argc, char **argv) {
  cl_uint w = argc > 1 ? std::atoi(argv[1]) : 20, h = argc > 2 ? std::atoi(argv[2]) : 20;
  std::vector<float> v(w * h), a(w * h), b(w * h);
  for (cl_uint i = 0; i < w; ++i)
    v[i] = 100.0f;
  a = v;
  Plate plate(w, h, v);
  int steps = plate.solve(0.05f);
  plate.result(v);
  int expected = 0;
  float worst;
  do {
    worst = 0;
    for (cl_uint y = 0; y < h; ++y)
      for (cl_uint x = 0; x < w; ++x) {
        cl_uint i = y * w + x;
        b[i] = x == 0 || y == 0 || x == w - 1 || y == h - 1 ? a[i] : 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
        worst = std::fmax(worst, std::fabs(a[i] - b[i]));
      }
    std::swap(a, b);
    ++expected;
  } while (worst > 0.05f && expected < 1000);
  float off = 0;
  for (size_t i = 0; i < v.size(); ++i)
    off = std::fmax(off, std::fabs(v[i] - a[i]));
  bool good = off < 1e-3f && std::abs(steps - expected) <= 1;
  std::printf("%d steps, %s\n", steps, good ? "right" : "wrong");
  return !good;
}
