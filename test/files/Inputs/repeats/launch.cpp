// Launches, for files without a loop statement of their own.
#include "launch.hpp"

cl_command_queue queue;
cl_kernel kernel;

void step() {
  size_t size = 64;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr);
}
