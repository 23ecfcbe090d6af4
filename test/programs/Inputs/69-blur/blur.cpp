// A picture is blurred until it is smooth. The filter's steps ask for memory of
// their own each time, which the C++ API's objects give back.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>
#include <vector>

class Picture {
public:
  Picture(int width, int height, const std::vector<int> &pixels)
      : w(width), h(height), context(cl::Context::getDefault()), queue(context),
        program(context, source("blur.cl"), true), rows(program, "rows"), columns(program, "columns"),
        steep(program, "steepness"), pixels_(context, CL_MEM_READ_WRITE, bytes()) {
    queue.enqueueWriteBuffer(pixels_, CL_TRUE, 0, bytes(), pixels.data());
  }

  void blur() {
    cl::Buffer between(context, CL_MEM_READ_WRITE, bytes());
    apply(rows, pixels_, between);
    apply(columns, between, pixels_);
  }

  int steepness() {
    int sum = 0;
    cl::Buffer cell(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof sum, &sum);
    apply(steep, pixels_, cell);
    queue.enqueueReadBuffer(cell, CL_TRUE, 0, sizeof sum, &sum);
    seen = seen * 31 + sum;
    return sum;
  }

  std::vector<int> pixels() {
    std::vector<int> result(w * h);
    queue.enqueueReadBuffer(pixels_, CL_TRUE, 0, bytes(), result.data());
    return result;
  }

  /// Steps, and a sum of what was asked in between.
  std::pair<int, unsigned> until(int limit) {
    int steps = 0;
    while (steepness() > limit) {
      blur();
      ++steps;
    }
    return {steps, seen};
  }

private:
  static std::string source(const char *name) {
    std::ifstream in(name);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  std::size_t bytes() const { return sizeof(int) * w * h; }
  void apply(cl::Kernel &filter, const cl::Buffer &from, const cl::Buffer &to) {
    filter.setArg(0, from);
    filter.setArg(1, to);
    filter.setArg(2, w);
    filter.setArg(3, h);
    const auto up = [](int n) { return std::size_t((n + 7) / 8 * 8); };
    queue.enqueueNDRangeKernel(filter, cl::NullRange, cl::NDRange(up(w), up(h)), cl::NDRange(8, 8));
  }

  int w, h;
  unsigned seen = 0;
  cl::Context context;
  cl::CommandQueue queue;
  cl::Program program;
  cl::Kernel rows, columns, steep;
  cl::Buffer pixels_;
};

static std::pair<int, unsigned> reference(std::vector<int> &p, int w, int h, int limit) {
  auto at = [&](const std::vector<int> &v, int x, int y) {
    return v[std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1)];
  };
  unsigned seen = 0;
  for (int steps = 0;; ++steps) {
    int sum = 0;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x + 1 < w; ++x)
        sum += std::abs(p[y * w + x + 1] - p[y * w + x]);
    seen = seen * 31 + sum;
    if (sum <= limit)
      return {steps, seen};
    std::vector<int> t(p.size());
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        t[y * w + x] = at(p, x - 1, y) + 2 * at(p, x, y) + at(p, x + 1, y);
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        p[y * w + x] = (at(t, x, y - 1) + 2 * at(t, x, y) + at(t, x, y + 1) + 8) / 16;
  }
}

int main(int argc, char **argv) {
  const int w = argc > 1 ? std::atoi(argv[1]) : 45, h = 31;
  std::vector<int> start(w * h);
  for (int i = 0; i < w * h; ++i)
    start[i] = (i * 7919 % 251) * 4;
  Picture picture(w, h, start);
  const auto found = picture.until(8 * w * h);
  const bool right = found == reference(start, w, h, 8 * w * h) && picture.pixels() == start;
  std::cout << found.first << " steps: " << (right ? "right" : "WRONG") << '\n';
  return right ? 0 : 1;
}
