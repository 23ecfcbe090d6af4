// What goes wrong is thrown: a file that cannot be written, a value that is none.
// REQUIRES: device
// ROWS: host-trips
// RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file row.txt --reason PST3017 --entries 6 --allow-kernel heat=5
// RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file row.txt --reason PST3017 --entries 2 --allow-kernel heat=2 -- 40 1e12
#include "setup.h"
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>
static void check(cl_int e, const char *what) {
  if (e != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": " + std::to_string(e));
}
static void writeRow(const std::string &path, const std::vector<float> &row, int step) {
  std::ofstream out(path, step ? std::ios::app : std::ios::trunc);
  if (!out)
    throw std::runtime_error("cannot write " + path);
  for (float f : row) {
    if (std::isnan(f))
      throw std::domain_error("not a number at step " + std::to_string(step));
    out << f << ' ';
  }
  out << '\n';
}
int main(int argc, char **argv) try {
  const int w = 16, h = 16, steps = argc > 1 ? atoi(argv[1]) : 33;
  const float rate = argc > 2 ? strtof(argv[2], nullptr) : 0.2f;
  start("heat.cl", "");
  std::vector<float> cells(w * h, 1.0f), row(w);
  cells[w * 8 + 8] = 50.0f;
  cl_int e;
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cells.size() * 4, cells.data(), &e);
  check(e, "a");
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cells.size() * 4, cells.data(), &e);
  check(e, "b");
  cl_kernel heat = kernel_named("heat");
  check(clSetKernelArg(heat, 2, sizeof w, &w), "w");
  check(clSetKernelArg(heat, 3, sizeof h, &h), "h");
  check(clSetKernelArg(heat, 4, sizeof rate, &rate), "rate");
  for (int i = 0; i < steps; ++i) {
    check(clSetKernelArg(heat, 0, sizeof a, &a), "in");
    check(clSetKernelArg(heat, 1, sizeof b, &b), "out");
    const size_t global[] = {size_t(w), size_t(h)};
    check(clEnqueueNDRangeKernel(queue, heat, 2, nullptr, global, nullptr, 0, nullptr, nullptr), "launch");
    std::swap(a, b);
    if (i % 8 == 0) {
      check(clEnqueueReadBuffer(queue, a, CL_TRUE, 8 * w * 4, w * 4, row.data(), 0, nullptr, nullptr), "read");
      writeRow("row.txt", row, i);
    }
  }
  check(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, cells.size() * 4, cells.data(), 0, nullptr, nullptr), "end");
  std::printf("%g %g\n", cells[0], cells[w * 8 + 8]);
} catch (const std::exception &e) {
  std::printf("error: %s\n", e.what());
}
