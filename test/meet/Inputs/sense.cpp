// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connected components by minimum labels: a short host loop of launches that each make several rounds, until a
// launch changes nothing. ./sense [GROUPS]
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <vector>

int main(int argc, char **argv) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.front().getDevices(CL_DEVICE_TYPE_ALL, &devices);
  const cl::Device device = devices.front();
  const cl_uint groups = argc > 1 ? std::atoi(argv[1]) : device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const cl_uint n = 4000, edges = 5000, rounds = 5;

  std::vector<cl_uint2> edge(edges);
  unsigned seed = 7;
  for (cl_uint2 &e : edge)
    for (int k = 0; k < 2; k++) {
      seed = seed * 1664525u + 1013904223u;
      e.s[k] = (seed >> 8) % n;
    }
  std::vector<cl_uint> label(n), want(n);
  std::iota(label.begin(), label.end(), 0u);

  cl::Context context(device);
  cl::CommandQueue queue(context, device);
  std::ifstream file("sense.cl");
  std::stringstream text;
  text << file.rdbuf();
  cl::Program program(context, text.str(), true);
  cl::Buffer dEdge(context, edge.begin(), edge.end(), true), dLabel(context, label.begin(), label.end(), false);
  cl_uint zero = 0;
  cl::Buffer dChanged(context, CL_MEM_READ_WRITE, 4);
  cl::Buffer dCount(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(cl_uint), &zero);
  cl::Buffer dSense(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(cl_uint), &zero);
  cl::Kernel labels(program, "labels");
  labels.setArg(0, dEdge);
  labels.setArg(1, dLabel);
  labels.setArg(2, dChanged);
  labels.setArg(3, dCount);
  labels.setArg(4, dSense);
  labels.setArg(5, edges);
  labels.setArg(6, rounds);

  cl_uint changed = 1, launches = 0;
  while (changed) {
    changed = 0;
    queue.enqueueWriteBuffer(dChanged, CL_TRUE, 0, 4, &changed);
    queue.enqueueNDRangeKernel(labels, cl::NullRange, cl::NDRange(groups * 16), cl::NDRange(16));
    queue.enqueueReadBuffer(dChanged, CL_TRUE, 0, 4, &changed);
    launches++;
  }
  cl_uint count = 1, sense = 2;
  queue.enqueueReadBuffer(dLabel, CL_TRUE, 0, 4 * n, label.data());
  queue.enqueueReadBuffer(dCount, CL_TRUE, 0, 4, &count);
  queue.enqueueReadBuffer(dSense, CL_TRUE, 0, 4, &sense);

  std::iota(want.begin(), want.end(), 0u);
  for (bool more = true; more;) {
    more = false;
    for (const cl_uint2 &e : edge) {
      cl_uint low = std::min(want[e.s[0]], want[e.s[1]]);
      more |= want[e.s[0]] != low || want[e.s[1]] != low;
      want[e.s[0]] = want[e.s[1]] = low;
    }
  }
  int bad = 0;
  for (cl_uint v = 0; v < n; v++)
    bad += label[v] != want[v];
  bad += count != 0 || sense != launches * rounds % 2;
  std::cout << n << " vertices, " << bad << " bad\n";
  return bad != 0;
}
