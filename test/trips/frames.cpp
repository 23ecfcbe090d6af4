// A picture each so many steps, from memory that is made for it.
// REQUIRES: device
// ROWS: host-trips
// RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file frame_0000.ppm --output-file frame_0004.ppm --reason PST3017 --entries 6 --allow-kernel heat=5
#include "setup.h"
#include <cstdint>
#include <sstream>
#include <iomanip>
static void frame(cl_mem of, int w, int h, int number) {
  float *cells = new float[w * h];
  clEnqueueReadBuffer(queue, of, CL_TRUE, 0, sizeof(float) * w * h, cells, 0, nullptr, nullptr);
  std::uint8_t *pixels = new std::uint8_t[3 * w * h];
  for (int i = 0; i < w * h; ++i) {
    const float c = cells[i] < 0 ? 0 : cells[i] > 20 ? 20 : cells[i];
    pixels[3 * i] = std::uint8_t(c * 12);
    pixels[3 * i + 1] = std::uint8_t(255 - c * 12);
    pixels[3 * i + 2] = 40;
  }
  std::ostringstream name;
  name << "frame_" << std::setw(4) << std::setfill('0') << number << ".ppm";
  if (std::FILE *f = std::fopen(name.str().c_str(), "wb")) {
    std::fprintf(f, "P6\n%d %d\n255\n", w, h);
    std::fwrite(pixels, 1, 3 * w * h, f);
    std::fclose(f);
  }
  delete[] pixels;
  delete[] cells;
}
int main() {
  int w = 12, h = 12;
  float rate = 0.2f, first[144];
  start("heat.cl", "");
  for (int i = 0; i < 144; ++i)
    first[i] = (i * 31 % 21);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, nullptr);
  cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, nullptr);
  cl_kernel heat = kernel_named("heat");
  size_t global[2] = {12, 12}, local[2] = {4, 4};
  int frames = 0;
  for (int i = 0; i < 25; i++) {
    clSetKernelArg(heat, 0, sizeof a, &a);
    clSetKernelArg(heat, 1, sizeof b, &b);
    clSetKernelArg(heat, 2, sizeof w, &w);
    clSetKernelArg(heat, 3, sizeof h, &h);
    clSetKernelArg(heat, 4, sizeof rate, &rate);
    clEnqueueNDRangeKernel(queue, heat, 2, nullptr, global, local, 0, nullptr, nullptr);
    std::swap(a, b);
    if (i % 5 == 0)
      frame(a, w, h, frames++);
  }
  std::printf("%d frames\n", frames);
}
