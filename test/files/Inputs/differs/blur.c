// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common.h"
#include "share.h"
#ifndef STEP
#define STEP 1
#endif
typedef struct { int x, y; } Pair;
static int offset = 40;
static int weight(int t) { return TAKE(t, t); }

cl_int blur(cl_command_queue q, cl_kernel k, cl_mem in, cl_mem out, int n, int t)
{
  size_t global = (size_t)n;
  Pair pair = {weight(t) + STEP, offset};
  int add = pair.x + pair.y + 8 / SHARE - 2 + (int)(sizeof pair / sizeof pair.x);
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof n, &n);
  clSetKernelArg(k, 3, sizeof add, &add);
  return clEnqueueNDRangeKernel(q, k, 1, 0, &global, 0, 0, 0, 0);
}
