// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// k-core decomposition: for each k, peel until nothing changes.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
using namespace std;

struct Csr { int n; vector<int> off, to; };
static Csr ring_with_chords(int n) {
  vector<vector<int>> adj(n);
  auto link = [&](int a, int b) { if (a != b) { adj[a].push_back(b); adj[b].push_back(a); } };
  for (int i = 0; i < n; i++) {
    link(i, (i + 1) % n);
    if (i % 3 == 0) link(i, (i * 7 + 5) % n);
    if (i < n / 4) for (int j = i + 2; j < i + 5 && j < n / 4; j++) link(i, j);
  }
  Csr g{n, {0}, {}};
  for (auto &a : adj) { g.to.insert(g.to.end(), a.begin(), a.end()); g.off.push_back((int)g.to.size()); }
  return g;
}

static const char *errstr(cl_int e) { return e == CL_SUCCESS ? "success" : e == CL_INVALID_VALUE ? "invalid value" : "?"; }
#define OCL(x) if (cl_int _e = (x)) { fprintf(stderr, "%s: %d %s\n", #x, _e, errstr(_e)); return 2; }

int main(int argc, char *argv[]) {
  Csr g = ring_with_chords(argc > 1 ? atoi(argv[1]) : 300);
  cl_platform_id plat; cl_device_id dev;
  OCL(clGetPlatformIDs(1, &plat, nullptr));
  OCL(clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, nullptr));
  cl_int err;
  cl_context ctx = clCreateContext(nullptr, 1, &dev, nullptr, nullptr, &err);
  cl_command_queue q = clCreateCommandQueue(ctx, dev, 0, &err);
  char text[4096] = "";
  if (FILE *f = fopen("kcore.cl", "r")) { size_t got = fread(text, 1, 4095, f); text[got] = 0; fclose(f); }
  const char *s = text;
  cl_program pr = clCreateProgramWithSource(ctx, 1, &s, nullptr, &err);
  OCL(clBuildProgram(pr, 1, &dev, nullptr, nullptr, nullptr));
  cl_kernel peel = clCreateKernel(pr, "peel", &err), surv = clCreateKernel(pr, "survivors", &err);
  vector<int> deg(g.n), zero(2 * g.n, 0);
  for (int v = 0; v < g.n; v++) deg[v] = g.off[v + 1] - g.off[v];
  auto mk = [&](size_t bytes, const void *p) {
    return clCreateBuffer(ctx, CL_MEM_READ_WRITE | (p ? CL_MEM_COPY_HOST_PTR : 0), bytes, const_cast<void *>(p), nullptr);
  };
  cl_mem off = mk(g.off.size() * 4, g.off.data()), to = mk(g.to.size() * 4, g.to.data()), d = mk(g.n * 4, deg.data()),
         nodes = mk(g.n * 8, zero.data()), again = mk(1, nullptr), count = mk(4, nullptr);
  clSetKernelArg(peel, 0, sizeof off, &off);
  clSetKernelArg(peel, 1, sizeof to, &to);
  clSetKernelArg(peel, 2, sizeof d, &d);
  clSetKernelArg(peel, 3, sizeof nodes, &nodes);
  clSetKernelArg(peel, 4, sizeof again, &again);
  clSetKernelArg(peel, 5, sizeof(int), &g.n);
  clSetKernelArg(surv, 0, sizeof nodes, &nodes);
  clSetKernelArg(surv, 1, sizeof count, &count);
  clSetKernelArg(surv, 2, sizeof(int), &g.n);
  const size_t global = (size_t)g.n;
  short k = 0;
  unsigned left = g.n;
  long rounds = 0;
  while (left > 0) {
    ++k;
    OCL(clSetKernelArg(peel, 6, sizeof(cl_short), &k));
    bool changed = true;
    for (; changed; ++rounds) {
      changed = false;
      OCL(clEnqueueWriteBuffer(q, again, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr));
      OCL(clEnqueueNDRangeKernel(q, peel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
      OCL(clEnqueueReadBuffer(q, again, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr));
    }
    const cl_uint none = 0;
    OCL(clEnqueueFillBuffer(q, count, &none, sizeof none, 0, sizeof none, 0, nullptr, nullptr));
    OCL(clEnqueueNDRangeKernel(q, surv, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
    OCL(clEnqueueReadBuffer(q, count, CL_TRUE, 0, sizeof left, &left, 0, nullptr, nullptr));
  }
  vector<int> out(2 * g.n);
  OCL(clEnqueueReadBuffer(q, nodes, CL_TRUE, 0, out.size() * 4, out.data(), 0, nullptr, nullptr));
  // reference: sequential peeling
  vector<int> core(g.n, -1), rd = deg;
  int remain = g.n, bad = 0, most = 0;
  for (int kk = 1; remain; kk++)
    for (bool ch = true; ch;) {
      ch = false;
      for (int v = 0; v < g.n; v++)
        if (core[v] < 0 && rd[v] < kk) { core[v] = kk - 1; remain--; ch = true; for (int e = g.off[v]; e < g.off[v + 1]; e++) rd[g.to[e]]--; }
    }
  for (int v = 0; v < g.n; v++) { bad += out[2 * v + 1] != core[v]; if (core[v] > most) most = core[v]; }
  printf("n=%d k=%d max core=%d bad=%d\n", g.n, k, most, bad);
  return bad != 0 || k != most + 1;
}
