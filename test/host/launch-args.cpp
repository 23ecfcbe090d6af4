// cl::EnqueueArgs made in front of the loop, of whatever: parameters that change later,
// members, results of functions. Their private members are read as they are then.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 6
// RUN: %run-check %S/steps.cl %s --entries 6 --host-flag=-DCL_HPP_ENABLE_EXCEPTIONS -- 7
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Map = cl::KernelFunctor<cl::Buffer, cl::Buffer, cl_int>;

static cl::Context context;
static cl::CommandQueue queue;
static cl::Program program;

static cl::Buffer ints(int n, int first) {
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i)
    data[i] = first + i;
  return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), data.data());
}

static void show(const char *name, const cl::Buffer &b, int n = 64) {
  std::vector<int> data(n);
  queue.enqueueReadBuffer(b, CL_TRUE, 0, n * sizeof(int), data.data());
  unsigned sum = 0;
  for (int x : data)
    sum = sum * 31u + (unsigned)x;
  std::cout << name << ": " << data.front() << " ... " << data.back() << ", sum " << sum << "\n";
}

// Of variables that change afterwards.
static void changed(size_t n, size_t local) {
  cl::Buffer a = ints(64, 1), b = ints(64, 2);
  Map map(program, "map");
  n = (n + local - 1) / local * local;
  const cl::EnqueueArgs args(queue, cl::NDRange(n), cl::NDRange(local));
  n = 1;
  local *= 2;
  for (int i = 0; i < 3; ++i) {
    map(args, a, b, i);
    std::swap(a, b);
  }
  show("changed", a);
}

// Given by reference.
using Add = cl::KernelFunctor<cl::Buffer, cl_int>;
static void times(int n, Add &add, const cl::EnqueueArgs &args, const cl::Buffer &to) {
  for (int i = 0; i < n; ++i)
    add(args, to, i);
}
static cl::EnqueueArgs flat(size_t n) { return cl::EnqueueArgs(queue, cl::NDRange(n), cl::NDRange(4)); }

// A member beside the functor.
class Stage {
public:
  Stage(const char *kernel, size_t offset, size_t items)
      : run_(program, kernel), args_(queue, cl::NDRange(offset), cl::NDRange(items), cl::NDRange(4)) {}
  void apply(cl::Buffer &in, cl::Buffer &out, int k) { run_(args_, in, out, k); }

private:
  Map run_;
  cl::EnqueueArgs args_;
};

static void stages(int n) {
  cl::Buffer a = ints(64, 1), b = ints(64, 5);
  Stage low("map", 0, 32), high("map_twice", 32, 32);
  for (int i = 0; i < n; ++i) {
    low.apply(a, b, i);
    high.apply(a, b, i);
    low.apply(b, a, i);
  }
  show("stages a", a);
  show("stages b", b);
}

// The default queue.
static void without_queue(int n) {
  cl::Buffer a = ints(64, 1), b = ints(64, 5);
  Map map(program, "map_back");
  size_t items = 64;
  cl::EnqueueArgs args{cl::NDRange(items)};
  items = 3;
  while (n-- > 0)
    map(args, n % 2 ? a : b, n % 2 ? b : a, n);
  show("without queue a", a);
  show("without queue b", b);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::stoi(argv[1]) : 4;
  cl::Device device = cl::Device::getDefault();
  context = cl::Context::getDefault();
  queue = cl::CommandQueue::getDefault();
  std::ifstream in("steps.cl");
  program = cl::Program(context, std::string(std::istreambuf_iterator<char>(in), {}), true);
  changed(61, 8);
  changed(64, 4);
  cl::Buffer a = ints(64, 1), b = ints(64, 3);
  Add add(program, "add");
  times(n, add, flat(64), a);
  times(n, add, cl::EnqueueArgs(queue, cl::NDRange(a.getInfo<CL_MEM_SIZE>() / 4 - 1), cl::NDRange(7)), b);
  show("times a", a);
  show("times b", b);
  stages(n);
  without_queue(n);
  return 0;
}
