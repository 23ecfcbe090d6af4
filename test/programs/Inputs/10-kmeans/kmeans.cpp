// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#include "params.h"

struct Point { cl_int x, y; };

template <class T, cl_int (*release)(T)>
struct Deleter {
  using pointer = T;
  void operator()(T t) const { release(t); }
};
using ContextPtr = std::unique_ptr<void, Deleter<cl_context, clReleaseContext>>;
using QueuePtr = std::unique_ptr<void, Deleter<cl_command_queue, clReleaseCommandQueue>>;
using ProgramPtr = std::unique_ptr<void, Deleter<cl_program, clReleaseProgram>>;
using KernelPtr = std::unique_ptr<void, Deleter<cl_kernel, clReleaseKernel>>;
using MemPtr = std::unique_ptr<void, Deleter<cl_mem, clReleaseMemObject>>;

static std::string readFile(const char *name) {
  std::unique_ptr<FILE, int (*)(FILE *)> f(fopen(name, "rb"), fclose);
  if (!f) throw std::runtime_error(name);
  std::string s(1 << 14, '\0');
  s.resize(fread(s.data(), 1, s.size(), f.get()));
  return s;
}

static int cpuIterations(const std::vector<Point> &pts, std::vector<Point> centres, std::vector<int> &member) {
  const int n = static_cast<int>(pts.size()), k = static_cast<int>(centres.size());
  member.assign(n, -1);
  for (int it = 1;; ++it) {
    int moved = 0;
    for (int i = 0; i < n; ++i) {
      int best = 0, bestd = 0x7fffffff;
      for (int c = 0; c < k; ++c) {
        int dx = pts[i].x - centres[c].x, dy = pts[i].y - centres[c].y;
        if (dx * dx + dy * dy < bestd) { bestd = dx * dx + dy * dy; best = c; }
      }
      moved += member[i] != best;
      member[i] = best;
    }
    for (int c = 0; c < k; ++c) {
      int x = 0, y = 0, cnt = 0;
      for (int i = 0; i < n; ++i)
        if (member[i] == c) { x += pts[i].x; y += pts[i].y; ++cnt; }
      if (cnt) centres[c] = {x / cnt, y / cnt};
    }
    if (moved == 0) return it;
  }
}

int main(int argc, char **argv) try {
  params p{argc > 1 ? atoi(argv[1]) : 1200, 7};
  std::vector<Point> points(p.points), centres(p.clusters);
  unsigned s = 5;
  for (auto &pt : points) {
    s = s * 1103515245 + 12345;
    int blob = (s >> 16) % 7;
    pt.x = 300 * (blob % 3) + (s >> 20) % 170;
    pt.y = 300 * (blob / 3) + (s >> 11) % 190;
  }
  for (int c = 0; c < p.clusters; ++c) centres[c] = points[c];
  std::vector<int> member(p.points, -1), expected;

  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  ContextPtr context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
  QueuePtr queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
  const std::string text = readFile("kmeans.cl");
  const char *ptr = text.c_str();
  ProgramPtr program(clCreateProgramWithSource(context.get(), 1, &ptr, nullptr, nullptr));
  if (clBuildProgram(program.get(), 1, &device, "-I.", nullptr, nullptr)) throw std::runtime_error("build");
  KernelPtr assign(clCreateKernel(program.get(), "assign", nullptr));
  KernelPtr recentre(clCreateKernel(program.get(), "recentre", nullptr));
  auto buffer = [&](auto &v) {
    return MemPtr(clCreateBuffer(context.get(), CL_MEM_COPY_HOST_PTR, v.size() * sizeof(v[0]), v.data(), nullptr));
  };
  MemPtr dPoints = buffer(points), dCentres = buffer(centres), dMember = buffer(member);
  MemPtr dChanged(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr));

  const auto ok = [](cl_int code) { if (code) throw std::runtime_error("OpenCL " + std::to_string(code)); };
  const cl_mem mPoints = dPoints.get(), mCentres = dCentres.get(), mMember = dMember.get(), mChanged = dChanged.get();
  const cl_kernel kAssign = assign.get(), kRecentre = recentre.get();
  const cl_command_queue q = queue.get();
  ok(clSetKernelArg(kAssign, 0, sizeof mPoints, &mPoints));
  ok(clSetKernelArg(kAssign, 1, sizeof mCentres, &mCentres));
  ok(clSetKernelArg(kAssign, 2, sizeof mMember, &mMember));
  ok(clSetKernelArg(kAssign, 3, sizeof mChanged, &mChanged));
  ok(clSetKernelArg(kAssign, 4, sizeof p, &p));
  ok(clSetKernelArg(kRecentre, 0, sizeof mPoints, &mPoints));
  ok(clSetKernelArg(kRecentre, 1, sizeof mCentres, &mCentres));
  ok(clSetKernelArg(kRecentre, 2, sizeof mMember, &mMember));
  ok(clSetKernelArg(kRecentre, 3, sizeof p, &p));
  const size_t pointItems = (p.points + 63) / 64 * 64, clusterItems = p.clusters * GROUP, group = GROUP;

  int iterations = 0;
  for (cl_int changed = 1; changed > 0; ++iterations) {
    changed = 0;
    ok(clEnqueueFillBuffer(q, mChanged, &changed, sizeof changed, 0, sizeof changed, 0, nullptr, nullptr));
    ok(clEnqueueNDRangeKernel(q, kAssign, 1, nullptr, &pointItems, nullptr, 0, nullptr, nullptr));
    ok(clEnqueueNDRangeKernel(q, kRecentre, 1, nullptr, &clusterItems, &group, 0, nullptr, nullptr));
    ok(clEnqueueReadBuffer(q, mChanged, CL_TRUE, 0, sizeof changed, &changed, 0, nullptr, nullptr));
  }
  ok(clEnqueueReadBuffer(q, mMember, CL_TRUE, 0, member.size() * sizeof(int), member.data(), 0, nullptr, nullptr));
  const int expectedIterations = cpuIterations(points, centres, expected);
  const bool same = member == expected && iterations == expectedIterations;
  printf("%d iterations, %s\n", iterations, same ? "same clusters" : "OTHER CLUSTERS");
  return !same;
} catch (const std::exception &e) {
  fprintf(stderr, "%s\n", e.what());
  return 2;
}
