// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenCL.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define PYRAMID 4

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 41, cols = argc > 2 ? atoi(argv[2]) : 500;
  std::vector<int> wall(rows * cols), result(cols);
  for (int i = 0; i < rows * cols; i++)
    wall[i] = (i * 7919 + i / cols * 31) % 10;
  OpenCL cl(1);
  cl.init();
  cl.createKernel("row_step");
  cl_int err;
  cl_mem d_wall = clCreateBuffer(cl.ctxt(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, wall.size() * sizeof(int), &wall[0], &err);
  cl_mem d_result[2];
  d_result[0] = clCreateBuffer(cl.ctxt(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cols * sizeof(int), &wall[0], &err);
  d_result[1] = clCreateBuffer(cl.ctxt(), CL_MEM_READ_WRITE, cols * sizeof(int), NULL, &err);
  const int halo = PYRAMID, block = 64, small = block - 2 * halo;
  cl.lwsize(block);
  cl.gwsize((cols + small - 1) / small * block);
  int src = 1, dst = 0;
  for (int t = 1; t < rows; t += PYRAMID) {
    std::swap(src, dst);
    int count = std::min(PYRAMID, rows - t);
    clSetKernelArg(cl.kernel("row_step"), 0, sizeof(cl_mem), (void *)&d_wall);
    clSetKernelArg(cl.kernel("row_step"), 1, sizeof(cl_mem), (void *)&d_result[src]);
    clSetKernelArg(cl.kernel("row_step"), 2, sizeof(cl_mem), (void *)&d_result[dst]);
    clSetKernelArg(cl.kernel("row_step"), 3, sizeof(cl_int), (void *)&cols);
    clSetKernelArg(cl.kernel("row_step"), 4, sizeof(cl_int), (void *)&t);
    clSetKernelArg(cl.kernel("row_step"), 5, sizeof(cl_int), (void *)&count);
    clSetKernelArg(cl.kernel("row_step"), 6, sizeof(cl_int), (void *)&halo);
    clSetKernelArg(cl.kernel("row_step"), 7, sizeof(cl_int) * cl.localSize(), NULL);
    clSetKernelArg(cl.kernel("row_step"), 8, sizeof(cl_int) * cl.localSize(), NULL);
    cl.launch("row_step");
  }
  err = clEnqueueReadBuffer(cl.q(), d_result[dst], CL_TRUE, 0, cols * sizeof(int), &result[0], 0, NULL, NULL);
  if (err != CL_SUCCESS)
    return 2;
  std::vector<int> a(wall.begin(), wall.begin() + cols), b(cols);
  for (int t = 1; t < rows; t++, a.swap(b))
    for (int x = 0; x < cols; x++)
      b[x] = std::min(a[x], std::min(x ? a[x - 1] : a[x], x < cols - 1 ? a[x + 1] : a[x])) + wall[t * cols + x];
  printf("cheapest %d, %s\n", *std::min_element(result.begin(), result.end()), a == result ? "verified" : "WRONG");
  return a != result;
}
