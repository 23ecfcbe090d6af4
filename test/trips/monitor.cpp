// Monitors behind a base class, chosen by the command line.
// REQUIRES: device
// ROWS: host-trips
// RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file largest.txt --reason PST3017 --entries 4 --allow-kernel heat=3
// RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 4 --allow-kernel heat=3 -- quiet
#include "setup.h"
#include <fstream>
#include <memory>
#include <vector>
struct Monitor {
  virtual ~Monitor() = default;
  virtual void look(int step, const float *cells, int n) = 0;
};
struct Largest : Monitor {
  std::ofstream out{"largest.txt"};
  void look(int step, const float *cells, int n) override {
    float most = cells[0];
    for (int i = 1; i < n; ++i)
      if (cells[i] > most)
        most = cells[i];
    out << step << ' ' << most << std::endl;
  }
};
struct Quiet : Monitor {
  void look(int, const float *, int) override {}
};
int main(int argc, char **argv) {
  const int w = 40, h = 10;
  start("heat.cl", "");
  std::unique_ptr<Monitor> monitor;
  if (argc > 1)
    monitor = std::make_unique<Quiet>();
  else
    monitor = std::make_unique<Largest>();
  std::vector<float> cells(w * h);
  for (int i = 0; i < w * h; ++i)
    cells[i] = i % 11;
  cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, cells.size() * sizeof(float), cells.data(), nullptr);
  cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, cells.size() * sizeof(float), cells.data(), nullptr);
  cl_kernel heat = kernel_named("heat");
  const float rate = 0.2f;
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  int step = 0;
  while (step < 36) {
    clSetKernelArg(heat, 0, sizeof in, &in);
    clSetKernelArg(heat, 1, sizeof out, &out);
    const size_t global[2] = {size_t(w), size_t(h)};
    clEnqueueNDRangeKernel(queue, heat, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
    std::swap(in, out);
    ++step;
    if (step % 12 == 0) {
      clEnqueueReadBuffer(queue, in, CL_TRUE, 0, cells.size() * sizeof(float), cells.data(), 0, nullptr, nullptr);
      monitor->look(step, cells.data(), w * h);
    }
  }
  std::printf("%.5f\n", cells[123]);
}
