/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cl.h"

/* A kernel with two buffers of zeros as its arguments, for two groups. */
typedef struct {
  setup s;
  cl_program program;
  cl_kernel kernel;
  cl_mem buffers[2];
} pair;

static inline pair open_pair(const char *source, const char *options, const char *name) {
  pair p;
  cl_int err, zero[32] = {0};
  p.s = open_platform(0);
  p.program = build(p.s, source, options);
  p.kernel = clCreateKernel(p.program, name, &err);
  OK(err);
  for (cl_uint i = 0; i < 2; ++i) {
    p.buffers[i] = clCreateBuffer(p.s.context, CL_MEM_COPY_HOST_PTR, sizeof zero, zero, &err);
    OK(err);
    OK(clSetKernelArg(p.kernel, i, sizeof(cl_mem), &p.buffers[i]));
  }
  return p;
}

static inline void launch_pair(pair p) {
  size_t global = 16, local = 8;
  OK(clEnqueueNDRangeKernel(p.s.queue, p.kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

static inline void close_pair(pair p) {
  OK(clFinish(p.s.queue));
  for (int i = 0; i < 2; ++i)
    OK(clReleaseMemObject(p.buffers[i]));
  OK(clReleaseKernel(p.kernel));
  OK(clReleaseProgram(p.program));
  close_platform(p.s);
}
