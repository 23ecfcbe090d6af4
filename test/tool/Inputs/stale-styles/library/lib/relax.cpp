#include "relax.hpp"

std::size_t relax::run(Grid &grid, int rounds) {
  if (grid.queue) {
    const std::size_t threads = 64;
    cl_kernel smooth = clCreateKernel(grid.program, "smooth", nullptr);
    clSetKernelArg(smooth, 0, sizeof(cl_mem), &grid.cells);
    for (int round = 0; round != rounds; ++round)
      clEnqueueNDRangeKernel(grid.queue, smooth, 1, nullptr, &threads, nullptr, 0, nullptr, nullptr);
    clFinish(grid.queue);
  }
  return sizeof grid;
}
