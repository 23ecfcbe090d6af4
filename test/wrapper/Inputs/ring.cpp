// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions on: one try block around everything, buffers exchanged with std::swap,
// a flag written, set and read back.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 200, reach = argc > 2 ? atoi(argv[2]) : 2;
  std::vector<int> label(n);
  for (int i = 0; i < n; ++i)
    label[i] = (i * 7919 + 13) % 1009;
  int least = label[0];
  for (int l : label)
    least = l < least ? l : least;
  try {
    cl::Context context(CL_DEVICE_TYPE_ALL);
    std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();
    cl::CommandQueue queue(context, devices[0]);
    std::ifstream in("ring.cl");
    std::stringstream text;
    text << in.rdbuf();
    cl::Program program(context, text.str());
    program.build(devices);

    cl::Kernel spread(program, "spread");
    cl::Buffer from(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), label.data());
    cl::Buffer to(context, CL_MEM_READ_WRITE, n * sizeof(int));
    cl::Buffer flag(context, CL_MEM_READ_WRITE, sizeof(int));
    const cl_mem first = from();
    int rounds = 0, changed = 1;
    spread.setArg(3, n);
    spread.setArg(4, reach);
    while (changed) {
      changed = 0;
      queue.enqueueWriteBuffer(flag, CL_TRUE, 0, sizeof(int), &changed);
      spread.setArg(0, from);
      spread.setArg(1, to);
      spread.setArg(2, flag);
      queue.enqueueNDRangeKernel(spread, cl::NullRange, cl::NDRange((n + 63) / 64 * 64), cl::NDRange(64));
      queue.enqueueReadBuffer(flag, CL_TRUE, 0, sizeof(int), &changed);
      std::swap(from, to);
      ++rounds;
    }
    queue.enqueueReadBuffer(from, CL_TRUE, 0, n * sizeof(int), label.data());
    for (int l : label)
      if (l != least) {
        std::cout << "wrong\n";
        return 1;
      }
    // Each object still counts one reference of its own.
    std::cout << "rounds " << rounds << ", exchanged " << (from() != first) << ", references "
              << from.getInfo<CL_MEM_REFERENCE_COUNT>() << " " << to.getInfo<CL_MEM_REFERENCE_COUNT>() << "\n";
  } catch (const cl::Error &e) {
    std::cerr << e.what() << ": " << e.err() << "\n";
    return 2;
  }
}
