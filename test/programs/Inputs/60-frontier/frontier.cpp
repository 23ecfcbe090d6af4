// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breadth-first search with a queue of vertices: its length is the size of the next launch.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <queue>
#include <sstream>
#include <type_traits>
#include <vector>

struct mem_del {
  void operator()(cl_mem m) const {
    if (m) clReleaseMemObject(m);
  }
};

struct krn_del {
  void operator()(cl_kernel k) const {
    if (k) clReleaseKernel(k);
  }
};

using unique_mem = std::unique_ptr<std::remove_pointer_t<cl_mem>, mem_del>;
using unique_kernel = std::unique_ptr<std::remove_pointer_t<cl_kernel>, krn_del>;

static unique_mem device_vector(cl_context c, const std::vector<int> &v) {
  cl_int e;
  cl_mem m = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, v.size() * sizeof(int),
                            const_cast<int *>(v.data()), &e);
  if (e) std::exit(1);
  return unique_mem(m);
}

static unsigned next_size(int count, unsigned wg) { return ((unsigned)count + wg - 1u) / wg * wg; }

int main(int argc, char *argv[]) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;
  std::vector<int> off{0}, adj;
  for (int v = 0; v < n; v++) {
    for (int k = 1; k <= 2; k++) {
      adj.push_back((v * 5 + k * 17) % n);
      adj.push_back((v + k * k) % n);
    }
    off.push_back((int)adj.size());
  }
  cl_platform_id p;
  cl_device_id d;
  cl_int e;
  clGetPlatformIDs(1, &p, nullptr);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
  cl_context ctx = clCreateContext(nullptr, 1, &d, nullptr, nullptr, &e);
  cl_command_queue queue = clCreateCommandQueue(ctx, d, 0, &e);
  std::ostringstream os;
  os << std::ifstream("expand.cl").rdbuf();
  const std::string text = os.str();
  const char *txt = text.c_str();
  size_t len = text.size();
  cl_program prog = clCreateProgramWithSource(ctx, 1, &txt, &len, &e);
  if (clBuildProgram(prog, 1, &d, "-cl-std=CL1.2", nullptr, nullptr)) return 1;
  unique_kernel expand(clCreateKernel(prog, "expand", &e));
  std::vector<int> dist(n, -1), q(n, 0);
  const int sources = 3; /* so that several groups have work in the first trip */
  for (int i = 0; i < sources; i++) dist[q[i] = i * n / sources] = 0;
  auto d_off = device_vector(ctx, off), d_adj = device_vector(ctx, adj), d_dist = device_vector(ctx, dist),
       d_in = device_vector(ctx, q), d_out = device_vector(ctx, q), d_cnt = device_vector(ctx, {0});
  int frontier = sources, depth = 0;
  size_t launched = 0;
  cl_mem cur = d_in.get(), nxt = d_out.get();
  auto arg = [&](cl_uint i, auto const &v) {
    if (clSetKernelArg(expand.get(), i, sizeof v, &v) != CL_SUCCESS) std::abort();
  };
  while (frontier > 0) {
    const cl_mem o = d_off.get(), a = d_adj.get(), ds = d_dist.get(), cn = d_cnt.get();
    const int zero = 0;
    ++depth;
    clEnqueueWriteBuffer(queue, cn, CL_FALSE, 0, sizeof zero, &zero, 0, nullptr, nullptr);
    arg(0, o);
    arg(1, a);
    arg(2, ds);
    arg(3, cur);
    arg(4, frontier);
    arg(5, nxt);
    arg(6, cn);
    arg(7, depth);
    const size_t local = 32, global = next_size(frontier, local);
    launched += global;
    if (clEnqueueNDRangeKernel(queue, expand.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr) != CL_SUCCESS)
      return 3;
    clEnqueueReadBuffer(queue, cn, CL_TRUE, 0, sizeof frontier, &frontier, 0, nullptr, nullptr);
    std::swap(cur, nxt);
  }
  std::vector<int> got(n);
  clEnqueueReadBuffer(queue, d_dist.get(), CL_TRUE, 0, n * sizeof(int), got.data(), 0, nullptr, nullptr);
  std::vector<int> want(n, -1);
  std::queue<int> w;
  for (int i = 0; i < sources; i++) {
    want[i * n / sources] = 0;
    w.push(i * n / sources);
  }
  while (!w.empty()) {
    int v = w.front();
    w.pop();
    for (int k = off[v]; k < off[v + 1]; k++)
      if (want[adj[k]] < 0) {
        want[adj[k]] = want[v] + 1;
        w.push(adj[k]);
      }
  }
  long sum = 0;
  for (int x : got) sum = sum * 7 % 100003 + x;
  std::printf("depth %d launched %zu sum %ld %s\n", depth, launched, sum, got == want ? "ok" : "BAD");
}
