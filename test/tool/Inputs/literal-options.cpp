// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <CL/cl.h>
#include <sstream>
#include <string>

static const std::string source = R"CLC(
__kernel void spread(__global REAL *a, REAL by) { a[get_global_id(0)] += by * STEPS; }
)CLC";

template <typename T> void spread(cl_context context, cl_command_queue queue, cl_mem a, const char *name, int n) {
  const char *text = source.c_str();
  size_t length = source.length(), items = n;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, nullptr);
  std::ostringstream options;
  options << "-DREAL=" << name << " -DSTEPS=" << n / 4;
  clBuildProgram(program, 0, nullptr, options.str().c_str(), nullptr, nullptr);
  cl_kernel k = clCreateKernel(program, "spread", nullptr);
  clSetKernelArg(k, 0, sizeof a, &a);
  for (T by = 1; by < 100; by *= 2) {
    clSetKernelArg(k, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}

void both(cl_context context, cl_command_queue queue, cl_mem a) { spread<double>(context, queue, a, "double", 64); }
