// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

enum Phase { Init, Hook, Jump, PhaseCount };
constexpr const char* kNames[PhaseCount] = {"init", "hook", "jump"};

int find(std::vector<int>& p, int v) {
  while (p[v] != v) v = p[v] = p[p[v]];
  return v;
}

[[noreturn]] void fatal(const char* what, cl_int code) {
  std::fprintf(stderr, "%s: %d\n", what, code);
  std::exit(EXIT_FAILURE);
}

}  // namespace

int main(int argc, char** argv) {
  const int vertices = argc > 1 ? std::atoi(argv[1]) : 2000;
  const auto edges = static_cast<cl_uint>(vertices * 3 / 4);
  std::vector<cl_int2> edge(edges);
  unsigned r = 2463534242u;
  for (auto& e : edge) {
    auto next = [&r] { r ^= r << 13; r ^= r >> 17; r ^= r << 5; return r; };
    e.s[0] = static_cast<cl_int>(next() % vertices);
    e.s[1] = static_cast<cl_int>(next() % vertices);
  }

  cl_platform_id platform{};
  cl_device_id device{};
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_int status{};
  auto context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  auto queue = clCreateCommandQueue(context, device, 0, &status);
  std::ifstream in{"components.cl"};
  std::string source(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
  auto text = source.c_str();
  auto program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  if ((status = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr))) fatal("build", status);

  std::vector<cl_kernel> kernel(PhaseCount);
  for (int i = 0; i < PhaseCount; ++i) {
    kernel[i] = clCreateKernel(program, kNames[i], &status);
    if (status) fatal(kNames[i], status);
  }
  clReleaseProgram(program);

  cl_mem dEdge = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, edges * sizeof(cl_int2), edge.data(), &status);
  cl_mem dParent = clCreateBuffer(context, CL_MEM_READ_WRITE, vertices * sizeof(cl_int), nullptr, &status);
  cl_mem dComp = clCreateBuffer(context, CL_MEM_READ_WRITE, vertices * sizeof(cl_int), nullptr, &status);
  cl_mem dAgain = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), nullptr, &status);
  if (status) fatal("buffers", status);

  auto run = [&](Phase phase, std::size_t items) {
    if (cl_int code = clEnqueueNDRangeKernel(queue, kernel[phase], 1, nullptr, &items, nullptr, 0, nullptr, nullptr))
      fatal(kNames[phase], code);
  };
  clSetKernelArg(kernel[Init], 0, sizeof(cl_mem), &dParent);
  run(Init, vertices);
  clSetKernelArg(kernel[Init], 0, sizeof(cl_mem), &dComp);
  run(Init, vertices);
  clSetKernelArg(kernel[Hook], 0, sizeof(cl_mem), &dEdge);
  clSetKernelArg(kernel[Hook], 1, sizeof edges, &edges);
  clSetKernelArg(kernel[Hook], 2, sizeof(cl_mem), &dComp);
  clSetKernelArg(kernel[Hook], 3, sizeof(cl_mem), &dParent);
  clSetKernelArg(kernel[Hook], 4, sizeof(cl_mem), &dAgain);
  clSetKernelArg(kernel[Jump], 0, sizeof(cl_mem), &dParent);
  clSetKernelArg(kernel[Jump], 1, sizeof(cl_mem), &dComp);

  int rounds = 0;
  for (cl_uint again = 1; again != 0; ++rounds) {
    again = 0;
    clEnqueueWriteBuffer(queue, dAgain, CL_TRUE, 0, sizeof again, &again, 0, nullptr, nullptr);
    run(Hook, edges);
    run(Jump, vertices);
    clEnqueueReadBuffer(queue, dAgain, CL_TRUE, 0, sizeof again, &again, 0, nullptr, nullptr);
  }

  std::vector<int> comp(vertices), parent(vertices);
  clEnqueueReadBuffer(queue, dComp, CL_TRUE, 0, vertices * sizeof(int), comp.data(), 0, nullptr, nullptr);
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& e : edge) {
    int a = find(parent, e.s[0]), b = find(parent, e.s[1]);
    if (a != b) parent[std::max(a, b)] = std::min(a, b);
  }
  int wrong = 0;
  std::set<int> roots;
  for (int v = 0; v < vertices; ++v) {
    wrong += comp[v] != find(parent, v);
    roots.insert(comp[v]);
  }
  std::printf("%zu components, %s\n", roots.size(), wrong ? "WRONG" : "ok");
  for (auto k : kernel) clReleaseKernel(k);
  return wrong != 0;
}
