// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Delta stepping: an inner loop until a bucket is done, then the next bucket's number comes
// from the device.
#include <CL/cl.h>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <queue>
#include <stdexcept>
#include <string>
#include <vector>

struct Edge { cl_int to, weight; };

template <typename... Ts>
std::string fmt(const char *f, Ts... ts) {
  char b[200];
  std::snprintf(b, sizeof b, f, ts...);
  return b;
}
#define THROW_ON_ERROR(e) \
  if (int err__ = (e); err__ < 0) throw std::runtime_error(fmt("%s:%d: %d", __FILE__, __LINE__, err__))

struct Graph {
  std::vector<cl_int> first;
  std::vector<Edge> edges;
  int size() const { return int(first.size()) - 1; }
};

static Graph ring(int n) {
  Graph g;
  unsigned s = 3;
  for (int v = 0; v < n; ++v) {
    g.first.push_back(cl_int(g.edges.size()));
    g.edges.push_back({(v + 1) % n, 3 + v % 5});
    for (int k = 0; k < 2; ++k) {
      s = s * 1664525u + 1013904223u;
      g.edges.push_back({int((v + (s >> 10) % 60) % n), 1 + int((s >> 20) % 90)});
    }
  }
  g.first.push_back(cl_int(g.edges.size()));
  return g;
}

int main(int argc, char **argv) try {
  const Graph g = ring(argc > 1 ? std::atoi(argv[1]) : 700);
  const int n = g.size(), delta = 40, never = INT_MAX / 2;
  std::vector<cl_int> dist(n, never), settled(n, -1);
  dist[0] = 0;
  cl_platform_id platform;
  cl_device_id device;
  THROW_ON_ERROR(clGetPlatformIDs(1, &platform, nullptr));
  THROW_ON_ERROR(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_int e;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &e);
  THROW_ON_ERROR(e);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
  THROW_ON_ERROR(e);
  std::ifstream in("delta.cl");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const char *p = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &p, nullptr, &e);
  THROW_ON_ERROR(e);
  THROW_ON_ERROR(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  cl_kernel relax = clCreateKernel(program, "bucket_relax", &e);
  THROW_ON_ERROR(e);
  cl_kernel next = clCreateKernel(program, "next_bucket", &e);
  THROW_ON_ERROR(e);
  const auto buffer = [&](const void *data, size_t bytes) {
    cl_int err;
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, const_cast<void *>(data), &err);
    THROW_ON_ERROR(err);
    return m;
  };
  const cl_int zero = 0;
  cl_mem dFirst = buffer(g.first.data(), g.first.size() * 4), dEdges = buffer(g.edges.data(), g.edges.size() * sizeof(Edge));
  cl_mem dDist = buffer(dist.data(), n * 4), dSettled = buffer(settled.data(), n * 4);
  cl_mem dFlag = buffer(&zero, 4), dNext = buffer(&zero, 4);
  THROW_ON_ERROR(clSetKernelArg(relax, 0, sizeof dFirst, &dFirst));
  THROW_ON_ERROR(clSetKernelArg(relax, 1, sizeof dEdges, &dEdges));
  THROW_ON_ERROR(clSetKernelArg(relax, 2, sizeof dDist, &dDist));
  THROW_ON_ERROR(clSetKernelArg(relax, 3, sizeof dSettled, &dSettled));
  THROW_ON_ERROR(clSetKernelArg(relax, 4, sizeof n, &n));
  THROW_ON_ERROR(clSetKernelArg(relax, 7, sizeof dFlag, &dFlag));
  THROW_ON_ERROR(clSetKernelArg(next, 0, sizeof dDist, &dDist));
  THROW_ON_ERROR(clSetKernelArg(next, 1, sizeof n, &n));
  THROW_ON_ERROR(clSetKernelArg(next, 3, sizeof dNext, &dNext));
  const size_t items = n;
  int buckets = 0, passes = 0;
  cl_int low = 0;
  while (low < never) {
    const cl_int high = low + delta;
    THROW_ON_ERROR(clSetKernelArg(relax, 5, sizeof low, &low));
    THROW_ON_ERROR(clSetKernelArg(relax, 6, sizeof high, &high));
    cl_int changed;
    do {
      changed = 0;
      THROW_ON_ERROR(clEnqueueWriteBuffer(queue, dFlag, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr));
      THROW_ON_ERROR(clEnqueueNDRangeKernel(queue, relax, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
      THROW_ON_ERROR(clEnqueueReadBuffer(queue, dFlag, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr));
      ++passes;
    } while (changed);
    THROW_ON_ERROR(clEnqueueFillBuffer(queue, dNext, &never, sizeof never, 0, sizeof never, 0, nullptr, nullptr));
    THROW_ON_ERROR(clSetKernelArg(next, 2, sizeof high, &high));
    THROW_ON_ERROR(clEnqueueNDRangeKernel(queue, next, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    THROW_ON_ERROR(clEnqueueReadBuffer(queue, dNext, CL_TRUE, 0, sizeof low, &low, 0, nullptr, nullptr));
    if (low < never) low = low / delta * delta;
    ++buckets;
  }
  THROW_ON_ERROR(clEnqueueReadBuffer(queue, dDist, CL_TRUE, 0, n * 4, dist.data(), 0, nullptr, nullptr));

  std::vector<int> ref(n, never);
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> heap;
  heap.push({ref[0] = 0, 0});
  while (!heap.empty()) {
    auto [d, v] = heap.top();
    heap.pop();
    for (int k = g.first[v]; d == ref[v] && k < g.first[v + 1]; ++k)
      if (d + g.edges[k].weight < ref[g.edges[k].to]) heap.push({ref[g.edges[k].to] = d + g.edges[k].weight, g.edges[k].to});
  }
  const bool same = dist == ref;
  std::printf("%d vertices, %d buckets to %d, %s, %s\n", n, buckets, low, passes > buckets ? "several passes" : "one pass each", same ? "shortest" : "NOT shortest");
  return !same;
} catch (const std::exception &x) {
  std::fprintf(stderr, "%s\n", x.what());
  return 2;
}
