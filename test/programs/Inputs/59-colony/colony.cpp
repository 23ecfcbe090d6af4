// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conway's life with buffers and kernels in maps by name.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using std::string;

struct Runtime {
  cl_context ctx;
  cl_command_queue queue;
  cl_program prog;
  std::map<string, cl_kernel> kernels;
  std::unordered_map<string, cl_mem> mem;
  cl_kernel &kernel(const string &name) { return kernels.at(name); }
  void set(const string &k, int i, const string &m) { clSetKernelArg(kernels[k], i, sizeof(cl_mem), &mem[m]); }
};

int main() {
  Runtime rt;
  cl_platform_id p;
  cl_device_id d;
  cl_int e;
  clGetPlatformIDs(1, &p, 0);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0);
  rt.ctx = clCreateContext(0, 1, &d, 0, 0, &e);
  rt.queue = clCreateCommandQueue(rt.ctx, d, 0, &e);
  std::ifstream f("life.cl");
  string s((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
  const char *t = s.c_str();
  rt.prog = clCreateProgramWithSource(rt.ctx, 1, &t, 0, &e);
  if (clBuildProgram(rt.prog, 1, &d, "", 0, 0)) return 1;
  for (auto name : {"life"}) rt.kernels[name] = clCreateKernel(rt.prog, name, &e);
  const int w = 24, h = 18;
  std::vector<int> a(w * h), b(w * h), got(w * h);
  for (int i = 0; i < w * h; i++) a[i] = (i * i * 31 >> 4) % 3 == 0;
  rt.mem["cur"] = clCreateBuffer(rt.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, a.size() * 4, a.data(), &e);
  rt.mem["next"] = clCreateBuffer(rt.ctx, CL_MEM_READ_WRITE, a.size() * 4, 0, &e);
  rt.mem["changed"] = clCreateBuffer(rt.ctx, CL_MEM_READ_WRITE, 4, 0, &e);
  clSetKernelArg(rt.kernel("life"), 2, sizeof w, &w);
  clSetKernelArg(rt.kernel("life"), 3, sizeof h, &h);
  rt.set("life", 4, "changed");
  int gen = 0;
  bool changed = true;
  const size_t global[] = {w, h};
  for (; changed && gen < 201; gen++) {
    int flag = 0;
    clEnqueueWriteBuffer(rt.queue, rt.mem["changed"], CL_TRUE, 0, sizeof flag, &flag, 0, 0, 0);
    rt.set("life", 0, "cur");
    rt.set("life", 1, "next");
    clEnqueueNDRangeKernel(rt.queue, rt.kernel("life"), 2, 0, global, 0, 0, 0, 0);
    clEnqueueReadBuffer(rt.queue, rt.mem["changed"], CL_TRUE, 0, sizeof flag, &flag, 0, 0, 0);
    std::swap(rt.mem["cur"], rt.mem["next"]);
    changed = flag;
  }
  clEnqueueReadBuffer(rt.queue, rt.mem["cur"], CL_TRUE, 0, got.size() * 4, got.data(), 0, 0, 0);
  int g2 = 0;
  bool ch = true;
  for (; ch && g2 < 201; g2++) {
    ch = false;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += a[(y + dy + h) % h * w + (x + dx + w) % w];
        b[y * w + x] = n == 3 || (a[y * w + x] && n == 2);
        if (b[y * w + x] != a[y * w + x]) ch = true;
      }
    a.swap(b);
  }
  int pop = 0;
  for (int v : got) pop += v;
  std::printf("gen %d pop %d %s\n", gen, pop, gen == g2 && got == a ? "ok" : "BAD");
}
