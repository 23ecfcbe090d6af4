// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "state.hpp"
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>
static void need(cl_int e, const char *what) {
  if (e < 0) {
    std::cerr << what << " failed: " << e << "\n";
    std::exit(1);
  }
}
sim::state *sim::open(const char *file, int n) {
  state *s = new state();
  cl_platform_id p;
  cl_device_id d;
  cl_int e;
  std::ifstream in(file);
  std::stringstream all;
  all << in.rdbuf();
  std::string text = all.str();
  const char *source = text.c_str();
  need(clGetPlatformIDs(1, &p, nullptr), "platform");
  need(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr), "device");
  s->context = clCreateContext(nullptr, 1, &d, nullptr, nullptr, &e);
  s->queue = clCreateCommandQueue(s->context, d, 0, &e);
  cl_program g = clCreateProgramWithSource(s->context, 1, &source, nullptr, &e);
  need(clBuildProgram(g, 1, &d, "", nullptr, nullptr), "build");
  std::vector<int> from(n);
  for (int i = 0; i < n; ++i)
    from[i] = i * 7 % 50;
  s->add = 1;
  for (int i = 0; i < 2; ++i)
    s->at[i] = clCreateBuffer(s->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), from.data(), &e);
  for (int i = 0; i < 2; ++i) {
    s->blur[i] = clCreateKernel(g, "blur", &e);
    need(e, "kernel");
    e = clSetKernelArg(s->blur[i], 0, sizeof(cl_mem), &s->at[i]);
    e |= clSetKernelArg(s->blur[i], 1, sizeof(cl_mem), &s->at[1 - i]);
    e |= clSetKernelArg(s->blur[i], 2, sizeof(int), &n);
    e |= clSetKernelArg(s->blur[i], 3, sizeof(int), &s->add);
    need(e, "arguments");
  }
  s->size.dims = 1;
  s->size.global[0] = n;
  return s;
}
void sim::step(state *s) {
  cl_int e = clEnqueueNDRangeKernel(s->queue, s->blur[s->turn & 1], s->size.dims, nullptr, s->size.global, nullptr, 0, nullptr, nullptr);
  need(e, "launch");
  s->turn ^= 1;
}
void sim::read(const state *s, int *to) {
  need(clEnqueueReadBuffer(s->queue, s->at[s->turn & 1], CL_TRUE, 0, s->size.global[0] * sizeof(int), to, 0, nullptr, nullptr), "read");
}
void sim::close(state *s) {
  for (int i = 0; i < 2; ++i) {
    clReleaseMemObject(s->at[i]);
    clReleaseKernel(s->blur[i]);
  }
  clReleaseCommandQueue(s->queue);
  clReleaseContext(s->context);
  delete s;
}
