// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "parts/winch.hpp"

template <typename T> int wound(cl_command_queue queue, cl_kernel wind, T &drum, int trips) {
  size_t global = drum.size;
  int t = 0;
  for (; t < trips; ++t) {
    clSetKernelArg(wind, 0, sizeof(cl_mem), &drum.sides[t % 2]);
    clSetKernelArg(wind, 1, sizeof(cl_mem), &drum.sides[1 - t % 2]);
    clSetKernelArg(wind, 2, sizeof(int), &drum.size);
    clEnqueueNDRangeKernel(queue, wind, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  return t * SIDES;
}
