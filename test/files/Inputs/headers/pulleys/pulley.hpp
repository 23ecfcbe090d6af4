// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "rope.hpp"

template <typename T> int pulled(cl_command_queue queue, cl_kernel pull, T &rope, int trips) {
  size_t global = rope.size;
  int t = 0;
  for (; t < trips; ++t) {
    clSetKernelArg(pull, 0, sizeof(cl_mem), &rope.ends[t % 2]);
    clSetKernelArg(pull, 1, sizeof(cl_mem), &rope.ends[1 - t % 2]);
    clSetKernelArg(pull, 2, sizeof(int), &rope.size);
    clEnqueueNDRangeKernel(queue, pull, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  return t * ROPES;
}
