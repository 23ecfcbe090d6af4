// Containers of buffers that loops fill, whose trips fill the buffers' data element by element: that takes many steps, and says nothing
// about how many buffers there are.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++14
// RUN: %{check} --entries 3
// RUN: %long env PERSISTIFY_FAULT=one-budget not %{check} --entries 3
#include "setup.h"
#include <cmath>
#include <vector>

static cl_kernel add;
static void step(cl_mem m, int by) {
  const size_t n = 64;
  need(clSetKernelArg(add, 0, sizeof m, &m), "arg");
  need(clSetKernelArg(add, 1, sizeof by, &by), "arg");
  need(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &n, nullptr, 0, nullptr, nullptr), "launch");
}

struct Layer {
  int in, out;
  cl_mem weights, values;
};
class Net {
  std::vector<Layer> layers;

public:
  explicit Net(const std::vector<int> &shape, int samples) {
    auto filled = [&](size_t n) {
      std::vector<int> host(n);
      for (size_t i = 0; i < n; i++)
        host[i] = int(100 * std::sin(1.7f * (i + 1)));
      cl_int err;
      cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), host.data(), &err);
      need(err, "buffer");
      return m;
    };
    for (size_t i = 0; i + 1 < shape.size(); i++) {
      Layer l;
      l.in = shape[i];
      l.out = shape[i + 1];
      l.weights = filled(64 + l.in * l.out);
      l.values = filled(64 + samples * l.out);
      layers.push_back(l);
    }
  }
  void epoch(int t) {
    for (auto &l : layers)
      step(l.values, t + l.out);
    for (int i = int(layers.size()) - 1; i >= 0; i--)
      step(layers[i].weights, i);
  }
  void end() {
    for (auto &l : layers)
      show("weights", l.weights), show("values", l.values);
  }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  Net net({4, 16, 8, 2}, 300);
  for (int t = 0; t < 5; ++t)
    net.epoch(t);
  net.end();

  // rows of a table, each of which becomes a buffer
  std::vector<std::vector<int>> rows;
  for (int r = 0; r < 5; ++r) {
    rows.emplace_back();
    for (int i = 0; i < 700; ++i)
      rows.back().push_back(i % (r + 2));
  }
  std::vector<cl_mem> buffers;
  for (const auto &row : rows) {
    cl_int err;
    long sum = 0;
    for (int v : row)
      sum += v;
    printf("%ld\n", sum);
    buffers.push_back(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, row.size() * sizeof(int), (void *)row.data(), &err));
    need(err, "row");
  }
  for (int t = 0; t < 4; ++t)
    for (cl_mem m : buffers)
      step(m, t);
  show("row", buffers.back());

  // levels of a pyramid, in a loop of another kind
  std::vector<cl_mem> levels;
  int n = 1024;
  do {
    std::vector<int> host(n);
    for (int y = 0; y < n / 32; ++y)
      for (int x = 0; x < 32; ++x)
        host[y * 32 + x] = x * y;
    levels.push_back(ints(n, host[n - 1]));
  } while ((n /= 2) >= 64);
  for (int t = 0; t < 3; ++t)
    for (size_t i = 0; i < levels.size(); ++i)
      step(levels[i], int(i) + t);
  show("level", levels.front());
}
