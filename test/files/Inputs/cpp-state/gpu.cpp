// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gpu.hpp"
#include <map>
#include <queue>
static std::queue<int> queue;
#include <stdexcept>
#include <fstream>
#include <sstream>
namespace {
struct State {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::map<std::string, cl_kernel> kernels;
} state;
const size_t wg = 64;
void ok(cl_int e, const char *what) { if (e != CL_SUCCESS) throw std::runtime_error(std::string(what) + " " + std::to_string(e)); }
}
namespace gpu {
void start(const char *source) {
  std::ifstream in(source);
  std::stringstream ss;
  ss << in.rdbuf();
  std::string text = ss.str();
  const char *t = text.c_str();
  cl_platform_id p;
  cl_device_id d;
  cl_int e;
  ok(clGetPlatformIDs(1, &p, nullptr), "platform");
  ok(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr), "device");
  state.context = clCreateContext(nullptr, 1, &d, nullptr, nullptr, &e);
  state.queue = clCreateCommandQueue(state.context, d, 0, &e);
  cl_program prog = clCreateProgramWithSource(state.context, 1, &t, nullptr, &e);
  ok(clBuildProgram(prog, 0, nullptr, nullptr, nullptr, nullptr), "build");
  for (const char *n : {"blur", "bump"})
    state.kernels[n] = clCreateKernel(prog, n, &e);
}
cl_mem make(size_t bytes, void *init) {
  cl_int e;
  cl_mem m = clCreateBuffer(state.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, init, &e);
  ok(e, "buffer");
  return m;
}
void set(const std::string &name, int at, size_t size, const void *value) {
  ok(clSetKernelArg(state.kernels.at(name), at, size, value), "argument");
}
void enqueue(const std::string &name, size_t items) {
  size_t g = (items + wg - 1) / wg * wg;
  ok(clEnqueueNDRangeKernel(state.queue, state.kernels.at(name), 1, nullptr, &g, &wg, 0, nullptr, nullptr), "launch");
}
void fetch(cl_mem from, void *to, size_t bytes) {
  queue.push(1);
  ok(clEnqueueReadBuffer(state.queue, from, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr), "read");
}
}
