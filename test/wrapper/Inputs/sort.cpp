// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures of wrapper objects and free functions over them; the catch of a failing
// command is in the function that loops; a one-byte flag through cl::copy.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

struct Device {
  cl::Context context;
  cl::CommandQueue queue;
  cl::Program program;
};

struct Sorter {
  cl::Kernel kernel;
  cl::Buffer values, moved;
  cl_int n;
};

static Device open(const char *file) {
  Device d;
  d.context = cl::Context(CL_DEVICE_TYPE_ALL);
  d.queue = cl::CommandQueue(d.context);
  std::ifstream f(file);
  d.program = cl::Program(d.context, std::string(std::istreambuf_iterator<char>(f), {}));
  d.program.build();
  return d;
}

static void half(Device &d, Sorter &s, cl_int phase) {
  s.kernel.setArg(3, phase);
  d.queue.enqueueNDRangeKernel(s.kernel, cl::NDRange(0), cl::NDRange(s.n / 2));
}

static int sort(Device &d, Sorter &s) {
  int sweeps = 0;
  try {
    cl_char again[1];
    do {
      again[0] = 0;
      cl::copy(d.queue, again, again + 1, s.moved);
      half(d, s, 0);
      half(d, s, 1);
      cl::copy(d.queue, s.moved, again, again + 1);
      sweeps++;
    } while (again[0]);
    d.queue.flush();
  } catch (cl::Error &e) {
    fprintf(stderr, "%s failed: %d\n", e.what(), e.err());
    return -1;
  }
  return sweeps;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = float((i * 193) % 71) - i % 5;
  Device d = open("sort.cl");
  Sorter s{cl::Kernel(d.program, "odd_even"), cl::Buffer(d.queue, v.begin(), v.end(), false),
           cl::Buffer(d.context, CL_MEM_READ_WRITE, 1), n};
  s.kernel.setArg(0, s.values);
  s.kernel.setArg(1, s.moved);
  s.kernel.setArg(2, s.n);
  int sweeps = sort(d, s);
  std::vector<float> got(n);
  cl::copy(d.queue, s.values, got.begin(), got.end());
  std::sort(v.begin(), v.end());
  printf("%d sweeps, %s\n", sweeps, got == v ? "right" : "wrong");
  return got != v;
}
