// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch buffers of a trip in objects that are declared empty, and get their buffer later.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

class Body {
  cl::Context context{CL_DEVICE_TYPE_ALL};
  cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>()[0]};
  cl::Program program;
  cl::Kernel weigh, move;
  cl::Buffer cells, kept;
  int n;

public:
  explicit Body(int n) : n(n) {
    std::ifstream in("scratch.cl");
    std::stringstream text;
    text << in.rdbuf();
    program = cl::Program(context, text.str(), true);
    weigh = cl::Kernel(program, "weigh");
    move = cl::Kernel(program, "move_by");
    std::vector<int> start(n);
    for (int i = 0; i < n; ++i)
      start[i] = i * 7919 % 101;
    cells = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), start.data());
  }

  void step(int trip) {
    cl::Buffer weights, unused;
    if (trip % 4 == 3) // still empty
      return;
#ifdef BRANCH
    if (trip != 1)
#endif
    weights = cl::Buffer(context, CL_MEM_READ_WRITE, n * sizeof(int));
#ifdef TWICE
    weights = cl::Buffer(context, CL_MEM_READ_WRITE, n * sizeof(int));
#endif
#ifdef KEPT
    kept = weights;
#endif
    queue.enqueueFillBuffer(weights, trip, 0, n * sizeof(int));
    weigh.setArg(0, cells);
    weigh.setArg(1, weights);
    weigh.setArg(2, n);
    queue.enqueueNDRangeKernel(weigh, cl::NullRange, cl::NDRange(n));
    move.setArg(0, cells);
    move.setArg(1, weights);
    queue.enqueueNDRangeKernel(move, cl::NullRange, cl::NDRange(n));
  }

  long sum() {
    std::vector<int> v(n);
    queue.enqueueReadBuffer(cells, CL_TRUE, 0, n * sizeof(int), v.data());
    long s = 0;
    for (int x : v)
      s = (s * 31 + x) % 1000003;
    return s;
  }
};

int main(int argc, char **argv) {
  Body body(std::atoi(argv[1]));
  const int trips = std::atoi(argv[2]);
  for (int trip = 0; trip < trips; ++trip)
    body.step(trip);
  std::cout << body.sum() << "\n";
}
