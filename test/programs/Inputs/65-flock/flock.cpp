// A flock that comes to fly one way. Kernel objects live as long as one call of a method.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

class Flock {
public:
  Flock(std::vector<float> at, std::vector<float> heading)
      : n_(cl_int(at.size())), context_(CL_DEVICE_TYPE_ALL), queue_(context_),
        program_(context_, source()), at_(buffer(at)), heading_(buffer(heading)), next_(buffer(heading)),
        widest_(context_, CL_MEM_READ_WRITE, sizeof(cl_int)) {
    program_.build();
  }

  int untilCalm(int limit, int most) {
    int steps = 0;
    while (steps < most) {
      advance(0.05f);
      ++steps;
      const int widest = spread();
      spreads_ += widest;
      if (widest <= limit)
        break;
    }
    return steps;
  }
  long spreads() const { return spreads_; }

  std::vector<float> headings() {
    std::vector<float> out(n_);
    queue_.enqueueReadBuffer(heading_, CL_TRUE, 0, out.size() * sizeof(float), out.data());
    return out;
  }

private:
  void advance(float near) {
    auto turn = cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, cl_int, cl_float>(program_, "turn");
    turn(cl::EnqueueArgs(queue_, global()), at_, heading_, next_, n_, near);
    std::swap(heading_, next_);
    cl::Kernel fly(program_, "fly");
    fly.setArg(0, at_);
    fly.setArg(1, heading_);
    fly.setArg(2, n_);
    fly.setArg(3, 0.01f);
    queue_.enqueueNDRangeKernel(fly, cl::NullRange, global(), cl::NullRange);
  }

  int spread() {
    cl_int widest = 0;
    queue_.enqueueWriteBuffer(widest_, CL_TRUE, 0, sizeof widest, &widest);
    cl::Kernel kernel = cl::Kernel(program_, "spread");
    kernel.setArg(0, heading_);
    kernel.setArg(1, widest_);
    kernel.setArg(2, n_);
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global());
    queue_.enqueueReadBuffer(widest_, CL_TRUE, 0, sizeof widest, &widest);
    return widest;
  }

  cl::NDRange global() const { return cl::NDRange((n_ + 31) / 32 * 32); }
  static std::string source() {
    std::ifstream file("flock.cl");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  cl::Buffer buffer(std::vector<float> &from) {
    return cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, from.size() * sizeof(float), from.data());
  }

  const cl_int n_;
  long spreads_ = 0;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Program program_;
  cl::Buffer at_, heading_, next_, widest_;
};

static int reference(std::vector<float> at, std::vector<float> &heading, int limit, int most) {
  const int n = int(at.size());
  std::vector<float> next(n);
  for (int steps = 1;; ++steps) {
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      int seen = 0;
      for (int j = 0; j < n; ++j) {
        const float d = std::fabs(at[i] - at[j]);
        if (std::fmin(d, 1.0f - d) < 0.05f) sum += heading[j], ++seen;
      }
      next[i] = sum / seen;
    }
    heading.swap(next);
    int widest = 0;
    for (int i = 0; i < n; ++i) {
      const float x = at[i] + 0.01f * heading[i];
      at[i] = x - std::floor(x);
      widest = std::max(widest, int(std::fabs(heading[i] - heading[0]) * 1000.0f));
    }
    if (widest <= limit || steps >= most) return steps;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200;
  std::vector<float> at(n), heading(n);
  for (int i = 0; i < n; ++i) {
    at[i] = float((i * 61) % n) / float(n);
    heading[i] = float((i * 37) % 200) / 100.0f - 1.0f;
  }
  try {
    Flock flock(at, heading);
    const int steps = flock.untilCalm(5, 400), wanted = reference(at, heading, 5, 400);
    const std::vector<float> got = flock.headings();
    float worst = 0;
    for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(got[i] - heading[i]));
    const bool good = std::abs(steps - wanted) <= 2 && worst < 0.02f;
    std::printf("%d steps, %ld, %s\n", steps, flock.spreads(), good ? "as expected" : "WRONG");
    return good ? 0 : 1;
  } catch (const cl::Error &error) {
    std::fprintf(stderr, "%s: %d\n", error.what(), error.err());
    return 2;
  }
}
