// A stopwatch of std::chrono around each trip, whose laps are a list; every few trips the host reads a norm and prints how far it is.
// REQUIRES: device
// ROWS: host-trips
// DEFINE: %{check} = %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file norm.txt --reason PST3017 --entries 5 --allow-kernel heat=4
// RUN: %{check}
// RUN: %long env PERSISTIFY_FAULT=no-clock-between not %{check}
#include "setup.h"
#include <chrono>
#include <fstream>

constexpr int W = 16, H = 16;
struct Stopwatch {
  std::chrono::steady_clock::time_point from;
  double sum = 0;
  void go() { from = std::chrono::steady_clock::now(); }
  void stop() { sum += std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count(); }
};

int main() {
  start("heat.cl", "");
  cl_kernel heat = kernel_named("heat");
  float cells[W * H] = {};
  cells[50] = 100, cells[99] = -40;
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, nullptr);
  cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, nullptr);
  const size_t global[2] = {W, H};
  const int w = W, h = H;
  const float rate = 0.1f;
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  Stopwatch watch;
  int i = 0;
  do {
    watch.go();
    clSetKernelArg(heat, 0, sizeof a, &a);
    clSetKernelArg(heat, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, heat, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
    std::swap(a, b);
    watch.stop();
    if (i % 8 == 7) {
      double norm = 0;
      clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, nullptr, nullptr);
      for (float c : cells)
        norm += c * c;
      std::ofstream("norm.txt", i == 7 ? std::ios::out : std::ios::app) << i << " " << norm << "\n";
    }
  } while (++i < 36);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, nullptr, nullptr);
  printf("%f %f %s\n", cells[50], cells[99], watch.sum > 0 ? "timed" : "not timed");
}
