// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for the wrapper of OpenCL 1.2, CL/cl.hpp: ranges kept in a class, given by reference and made on the spot,
// functors that are local, members, and given to a function, and EnqueueArgs made before the loop and in it.
#include <CL/cl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

typedef cl::make_kernel<cl::Buffer &, cl::Buffer &, int> Smooth;

static cl::Program load(const cl::Context &context, const char *file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  cl::Program p(context, text.str());
  p.build();
  return p;
}

class Plate {
  cl::CommandQueue queue_;
  cl::Kernel hot_;
  cl::make_kernel<cl::Buffer &, int, int, cl::LocalSpaceArg> cool_;
  cl::NDRange all_, line_, block_;
  cl::Buffer flag_;

  void step(Smooth &smooth, const cl::NDRange &range, cl::Buffer &from, cl::Buffer &to) {
    smooth(cl::EnqueueArgs(queue_, range, block_), from, to, width).wait();
  }

public:
  cl::Buffer a, b;
  int width, height;

  Plate(const cl::Context &c, const cl::Program &p, int w, int h)
      : queue_(c), hot_(p, "hot"), cool_(cl::Kernel(p, "cool")), all_(w, h), line_(w * h), block_(4, 2),
        flag_(c, CL_MEM_READ_WRITE, sizeof(int)), width(w), height(h) {
    std::vector<int> start(w * h);
    for (int i = 0; i < w * h; ++i)
      start[i] = i * 37 % 1000 + 200;
    a = cl::Buffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, w * h * sizeof(int), &start[0]);
    b = cl::Buffer(c, CL_MEM_READ_WRITE, w * h * sizeof(int));
  }

  int run(Smooth &smooth, int limit) {
    int steps = 0, more = 1;
    cl::EnqueueArgs rim(queue_, cl::NDRange(4, 2), cl::NDRange(width - 4, 4), cl::NDRange(4, 1));
    for (; more && steps < 100; ++steps) {
      more = 0;
      step(smooth, all_, a, b);
      cool_(rim, b, width, steps % 3, cl::Local(4 * sizeof(int)));
      queue_.enqueueWriteBuffer(flag_, CL_TRUE, 0, sizeof more, &more);
      hot_.setArg(0, b);
      hot_.setArg(1, flag_);
      hot_.setArg(2, limit);
      queue_.enqueueNDRangeKernel(hot_, cl::NullRange, line_);
      queue_.enqueueReadBuffer(flag_, CL_TRUE, 0, sizeof more, &more);
      std::swap(a, b);
    }
    return steps;
  }

#ifdef WIDEN
  void widen() { all_ = cl::NDRange(width, height, 1); }
#endif

  void show() {
    std::vector<int> v(width * height);
    queue_.enqueueReadBuffer(a, CL_TRUE, 0, v.size() * sizeof(int), &v[0]);
    long sum = 0;
    for (size_t i = 0; i < v.size(); ++i)
      sum = (sum * 31 + v[i]) % 1000003;
    std::cout << sum << "\n";
  }
};

int main(int argc, char **argv) {
  const int w = std::atoi(argv[1]), h = std::atoi(argv[2]), limit = std::atoi(argv[3]);
  cl::Context context(CL_DEVICE_TYPE_ALL);
  cl::Program program = load(context, "antique.cl");
  Smooth smooth(program, "smooth");
  Plate plate(context, program, w, h);
#ifdef WIDEN
  plate.widen();
#endif
  std::cout << plate.run(smooth, limit) << " steps\n";
  plate.show();
}
