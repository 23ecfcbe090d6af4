// Scratch buffers of the C++ wrapper: declared in the loop, of a factory, with what a vector
// holds, by value to a function, in a class of the program's own.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-std=c++17 --entries 5
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

static const std::size_t N = 64;

struct Setup {
  explicit Setup(const char *file) {
    std::ifstream in(file);
    program = cl::Program(context, std::string(std::istreambuf_iterator<char>(in), {}));
    program.build();
  }
  cl::Buffer ints(std::size_t n, int first) {
    std::vector<int> data(n);
    for (int &x : data)
      x = first++;
    return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), data.data());
  }
  void show(const char *name, const cl::Buffer &of) {
    std::vector<unsigned> data(N);
    queue.enqueueReadBuffer(of, CL_TRUE, 0, N * sizeof(int), data.data());
    unsigned s = 0;
    for (unsigned x : data)
      s = s * 31 + x;
    std::printf("%s: %u\n", name, s);
  }
  cl::Context context = cl::Context::getDefault();
  cl::CommandQueue queue{context};
  cl::Program program;
};

static void launch(cl::CommandQueue &q, cl::Kernel &k, const cl::Buffer &in, const cl::Buffer &out, int v) {
  k.setArg(0, in);
  k.setArg(1, out);
  k.setArg(2, v);
  q.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(N));
}

static void twice(cl::CommandQueue &q, cl::Kernel &k, cl::Buffer one, cl::Buffer other, int v) {
  launch(q, k, one, other, v);
  launch(q, k, other, one, v + 1);
}

static cl::Buffer scratch(const cl::Context &c, std::size_t n) { return cl::Buffer(c, CL_MEM_READ_WRITE, n * sizeof(int)); }

// Owns its buffer by the C API.
class Owner {
public:
  Owner(cl_context c, std::size_t bytes) : m(clCreateBuffer(c, CL_MEM_READ_WRITE, bytes, nullptr, nullptr)) {}
  ~Owner() { clReleaseMemObject(m); }
  Owner(const Owner &) = delete;
  cl_mem get() const { return m; }

private:
  cl_mem m;
};

int main() {
  Setup on("steps.cl");
  cl::Kernel map(on.program, "map"), back(on.program, "map_back"), add(on.program, "add");
  cl::Buffer a = on.ints(N, 1), b = on.ints(N, 5);

  for (int i = 0; i < 6; ++i) {
    cl::Buffer tmp(on.context, CL_MEM_READ_WRITE, (N + i) * sizeof(int));
    launch(on.queue, map, a, tmp, i);
    if (i % 4 == 3)
      continue;
    launch(on.queue, back, tmp, a, -i);
  }
  on.show("a", a);

  for (int i = 0; i < 4; ++i) {
    cl::Buffer one = scratch(on.context, N), other = scratch(on.context, 2 * N);
    launch(on.queue, map, a, one, i);
    twice(on.queue, back, one, other, i);
    launch(on.queue, map, one, b, i);
    on.queue.enqueueCopyBuffer(b, a, 0, 0, N * sizeof(int));
  }
  on.show("b", b);

  std::vector<int> h(N, 3);
  for (int i = 0; i < 3; ++i) {
    cl_int err = CL_SUCCESS;
    cl::Buffer in(on.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, N * sizeof(int), h.data(), &err);
    if (err != CL_SUCCESS)
      return 4;
    launch(on.queue, map, in, a, i);
    on.queue.enqueueReadBuffer(a, CL_TRUE, 0, N * sizeof(int), h.data());
  }
  on.show("a", a);

  for (int i = 0; i < 3; ++i) {
    Owner mine(on.context(), N * sizeof(int));
    cl_mem m = mine.get();
    back.setArg(0, a);
    clSetKernelArg(back(), 1, sizeof m, &m);
    back.setArg(2, i);
    on.queue.enqueueNDRangeKernel(back, cl::NullRange, cl::NDRange(N));
    clSetKernelArg(map(), 0, sizeof m, &m);
    map.setArg(1, a);
    map.setArg(2, i);
    on.queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(N));
  }
  on.show("a", a);

  // Until the sum of a few is large.
  int total = 0;
  do {
    cl::Buffer tmp(on.context, CL_MEM_READ_WRITE, N * sizeof(int));
    int few[4];
    launch(on.queue, map, b, tmp, 2);
    launch(on.queue, map, tmp, b, 1);
    on.queue.enqueueReadBuffer(tmp, CL_TRUE, 0, sizeof few, few);
    total = (few[0] ^ few[1] ^ few[2] ^ few[3]) & 0xff;
  } while (total < 200);
  std::printf("%d\n", total);
  on.show("b", b);
}
