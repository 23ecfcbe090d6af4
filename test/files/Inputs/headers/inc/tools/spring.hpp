// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
template <typename T> struct Spring {
  cl_command_queue queue;
  cl_kernel pull;
  cl_mem ends[2];
  T size;
  T swing(T trips) {
    T t = 0;
    size_t global = size;
    for (; t < trips; ++t) {
      clSetKernelArg(pull, 0, sizeof(cl_mem), &ends[t % 2]);
      clSetKernelArg(pull, 1, sizeof(cl_mem), &ends[1 - t % 2]);
      clSetKernelArg(pull, 2, sizeof(T), &size);
      clEnqueueNDRangeKernel(queue, pull, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
    return t;
  }
};
