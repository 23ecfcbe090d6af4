// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <CL/cl.h>

cl_command_queue queue;
cl_program program;
cl_mem changed_d;
size_t global = 1024;
double seconds(void);

double repeated(void) {
  cl_kernel copy = clCreateKernel(program, "copy", NULL);
  for (int i = 0; i < 10; ++i) {
    int changed = 1;
    while (changed) {
      clEnqueueNDRangeKernel(queue, copy, 1, NULL, &global, NULL, 0, NULL, NULL);
      clEnqueueReadBuffer(queue, changed_d, CL_TRUE, 0, sizeof changed, &changed, 0, NULL, NULL);
    }
  }
  return seconds();
}

float cooling(void) {
  cl_kernel copy = clCreateKernel(program, "copy", NULL);
  float heat = 100.0f;
  while (heat > 1.0f) {
    heat *= 0.9f;
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  return heat;
}

void waiting(int n) {
  cl_kernel relay = clCreateKernel(program, "relay", NULL);
  size_t one = 1, two = 2;
  for (int i = 0; i < n; ++i)
    clEnqueueNDRangeKernel(queue, relay, 1, NULL, &two, &one, 0, NULL, NULL);
}
