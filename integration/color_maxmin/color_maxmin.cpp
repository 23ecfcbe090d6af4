// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph colouring with OpenCL, two colours a round. Arguments go through a
// variadic helper; objects are held by small owners.

#include "graph.h"
#include "opencl_util.h"
#include "options.h"
#include "references.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void require(cl_int status, const char *call, int line) {
  if (status == CL_SUCCESS)
    return;
  fprintf(stderr, "color_maxmin.cpp:%d: %s: %d\n", line, call, status);
  exit(2);
}
#define REQUIRE(call) require((call), #call, __LINE__)

void setArgsFrom(cl_kernel, cl_uint) {}

template <typename First, typename... Rest>
void setArgsFrom(cl_kernel kernel, cl_uint index, const First &first, const Rest &...rest) {
  REQUIRE(clSetKernelArg(kernel, index, sizeof(First), &first));
  setArgsFrom(kernel, index + 1, rest...);
}

template <typename... Args> void setArgs(cl_kernel kernel, const Args &...args) {
  setArgsFrom(kernel, 0, args...);
}

/// Owns a buffer.
struct Memory {
  cl_mem mem;
  Memory(cl_context context, size_t bytes) {
    cl_int status;
    mem = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes > 0 ? bytes : 4, nullptr, &status);
    REQUIRE(status);
  }
  ~Memory() { clReleaseMemObject(mem); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
};

/// Owns a kernel.
struct Kernel {
  cl_kernel kernel;
  Kernel(cl_program program, const char *name) {
    cl_int status;
    kernel = clCreateKernel(program, name, &status);
    REQUIRE(status);
  }
  ~Kernel() { clReleaseKernel(kernel); }
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
};

void upload(cl_command_queue queue, const Memory &to, const std::vector<int> &from) {
  if (!from.empty())
    REQUIRE(clEnqueueWriteBuffer(queue, to.mem, CL_TRUE, 0, from.size() * sizeof(int), from.data(), 0,
                                 nullptr, nullptr));
}

int colorGraph(const app::Setup &setup, const graphs::Graph &graph, const std::vector<int> &keys,
               size_t wg, std::vector<int> &color, double &seconds) {
  const cl_uint n = (cl_uint)graph.vertices;
  const cl_command_queue queue = setup.queue;
  color.assign(n, -1);
  Memory row(setup.context, graph.row.size() * sizeof(int));
  Memory col(setup.context, graph.col.size() * sizeof(int));
  Memory key(setup.context, n * sizeof(int));
  Memory colors(setup.context, n * sizeof(int));
  Memory rivals(setup.context, n * sizeof(cl_int2));
  Memory again(setup.context, sizeof(cl_int));
  upload(queue, row, graph.row);
  upload(queue, col, graph.col);
  upload(queue, key, keys);
  upload(queue, colors, color);
  Kernel extremes(setup.program, "extremes"), paint(setup.program, "paint");
  const size_t global = (n + wg - 1) / wg * wg;

  const double start = app::now();
  const cl_int zero = 0;
  cl_int left = n != 0;
  int rounds = 0;
  while (left) {
    REQUIRE(clEnqueueFillBuffer(queue, again.mem, &zero, sizeof zero, 0, sizeof zero, 0, nullptr, nullptr));
    setArgs(extremes.kernel, row.mem, col.mem, key.mem, colors.mem, rivals.mem, again.mem, n);
    REQUIRE(clEnqueueNDRangeKernel(queue, extremes.kernel, 1, nullptr, &global, &wg, 0, nullptr, nullptr));
    setArgs(paint.kernel, key.mem, rivals.mem, colors.mem, 2 * rounds, n);
    REQUIRE(clEnqueueNDRangeKernel(queue, paint.kernel, 1, nullptr, &global, &wg, 0, nullptr, nullptr));
    REQUIRE(clEnqueueReadBuffer(queue, again.mem, CL_TRUE, 0, sizeof left, &left, 0, nullptr, nullptr));
    ++rounds;
  }
  seconds = app::now() - start;

  if (n != 0)
    REQUIRE(clEnqueueReadBuffer(queue, colors.mem, CL_TRUE, 0, n * sizeof(int), color.data(), 0, nullptr,
                                nullptr));
  return rounds;
}

/// The same rounds, one vertex after another.
std::vector<int> reference(const graphs::Graph &graph, const std::vector<int> &keys) {
  const int n = graph.vertices;
  std::vector<int> color(n, -1), left(n);
  for (int v = 0; v < n; ++v)
    left[v] = v;
  auto less = [&keys](int a, int b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; };
  for (int first = 0; !left.empty(); first += 2) {
    std::vector<int> above, below, rest;
    for (int v : left) {
      bool largest = true, smallest = true;
      for (int e = graph.row[v]; e < graph.row[v + 1]; ++e)
        if (color[graph.col[e]] < 0)
          (less(v, graph.col[e]) ? largest : smallest) = false;
      (largest ? above : smallest ? below : rest).push_back(v);
    }
    for (int v : above)
      color[v] = first;
    for (int v : below)
      color[v] = first + 1;
    left = rest;
  }
  return color;
}

} // namespace

int main(int argc, char **argv) {
  app::Options options = app::parseOptions(argc, argv);
  graphs::Graph graph = app::loadGraph(options, /*directed=*/false);
  const std::vector<int> keys = app::loadKeys(options, graph);
  app::Setup setup;
  if (!setup.openFile(options.device, options.kernelFile, "color_maxmin.cl", argv[0], ""))
    return 2;

  app::Report report("color_maxmin", app::deviceName(setup.device), graph, "colours");
  std::vector<int> color;
  for (long i = 0; i < options.repeat; i++) {
    double seconds = 0;
    report.iterations = colorGraph(setup, graph, keys, (size_t)options.wg, color, seconds);
    report.seconds.push_back(seconds);
  }
  setup.close();

  report.matches = color == reference(graph, keys);
  report.valid = references::isColoring(graph, color);
  for (int c : color)
    report.result = std::max(report.result, (long long)c + 1);
  return app::finish(report, options, color);
}
