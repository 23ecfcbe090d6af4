// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bellman-Ford on arcs with negative costs. Returns early on a negative cycle.
#include <CL/cl.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <vector>

namespace graph {
#pragma pack(push, 1)
struct Arc { std::int32_t from, to; std::int64_t cost; };
#pragma pack(pop)
const std::int64_t kInf = 0x3fffffffffffffffLL;
std::vector<Arc> make(int n, bool cycle) {
  std::vector<Arc> a;
  for (int i = 0; i + 1 < n; ++i) {
    a.push_back({i, i + 1, 10000000000LL + i});
    a.push_back({i, (i * 5 + 3) % n, (i * 3 % n < i) ? 99 : 5});
    if (i % 4 == 0 && i + 2 < n) a.push_back({i, i + 2, -7});
  }
  if (cycle && n > 3) { a.push_back({2, 3, -50}); a.push_back({3, 2, 1}); a.push_back({0, 2, 0}); }
  return a;
}
} // namespace graph

namespace gpu {
cl_context context;
cl_command_queue queue;
cl_kernel kernel;

bool open(const char *file, const char *name) {
  cl_platform_id platform; cl_device_id device; cl_int rc = 0;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) return false;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) return false;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc);
  queue = clCreateCommandQueue(context, device, 0, &rc);
  std::ifstream in(file); std::stringstream s; s << in.rdbuf();
  const std::string text = s.str(); const char *c = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &c, NULL, &rc);
  if (clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) return false;
  kernel = clCreateKernel(program, "relax_arcs", &rc);
  (void)name;
  return rc == CL_SUCCESS;
}

// false: there is a negative cycle. `answer` is the buffer with the distances.
bool bellmanFord(cl_mem arcs, cl_uint count, cl_mem d0, cl_mem d1, cl_mem flag, int n, cl_mem *answer, int &rounds) {
  const size_t items = n;
  cl_uchar more = 1;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &arcs);
  clSetKernelArg(kernel, 1, sizeof(cl_uint), &count);
  clSetKernelArg(kernel, 4, sizeof(cl_mem), &flag);
  *answer = d0;
  for (rounds = 0; more; ++rounds) {
    if (rounds >= n)
      return false;
    more = 0;
    clEnqueueWriteBuffer(queue, flag, CL_FALSE, 0, 1, &more, 0, NULL, NULL);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), rounds % 2 ? &d1 : &d0);
    clSetKernelArg(kernel, 3, sizeof(cl_mem), rounds % 2 ? &d0 : &d1);
    if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS)
      std::abort();
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, 1, &more, 0, NULL, NULL);
    *answer = rounds % 2 ? d0 : d1;
  }
  return true;
}
} // namespace gpu

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64;
  const bool cycle = argc > 2;
  auto arcs = graph::make(n, cycle);
  if (!gpu::open("bellman.cl", "relax_arcs")) { std::cerr << "no device\n"; return 2; }
  std::vector<std::int64_t> d(n, graph::kInf);
  d[0] = 0;
  auto mk = [](size_t bytes, void *p) { return clCreateBuffer(gpu::context, CL_MEM_READ_WRITE | (p ? CL_MEM_COPY_HOST_PTR : 0), bytes, p, NULL); };
  cl_mem ba = mk(std::max<size_t>(arcs.size(), 1) * sizeof(graph::Arc), arcs.empty() ? NULL : arcs.data());
  cl_mem b0 = mk(n * 8, d.data()), b1 = mk(n * 8, NULL), bf = mk(1, NULL), result = NULL;
  int rounds = 0;
  bool ok = gpu::bellmanFord(ba, arcs.size(), b0, b1, bf, n, &result, rounds);
  std::vector<std::int64_t> got(n), want = d;
  clEnqueueReadBuffer(gpu::queue, result, CL_TRUE, 0, n * 8, got.data(), 0, NULL, NULL);
  int wantRounds = 0;
  bool more = true, wantOk = true;
  for (; more; ++wantRounds) {
    if (wantRounds >= n) { wantOk = false; break; }
    more = false;
    auto next = want;
    for (auto &a : arcs)
      if (want[a.from] != graph::kInf) next[a.to] = std::min<std::int64_t>(next[a.to], want[a.from] + a.cost);
    more = next != want;
    want = next;
  }
  bool good = ok == wantOk && rounds == wantRounds && got == want;
  std::cout << n << " vertices, " << rounds << " rounds, " << (ok ? "finite" : "negative cycle") << ", last " << got.back() << ": " << (good ? "ok" : "WRONG") << std::endl;
  return good ? 0 : 1;
}
