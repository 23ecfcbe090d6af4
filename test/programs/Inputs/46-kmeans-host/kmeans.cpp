// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The centres are computed by the host from all memberships, in every iteration.
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv)
{
  const int n = 1000, k = 5, most = argc > 1 ? std::atoi(argv[1]) : 30;
  std::vector<float> x(n), centre(k), next(k);
  std::vector<int> member(n, 0), old(n, -1), count(k);
  for (int i = 0; i < n; i++) x[i] = float(100 * (i % 5) + (i * 37) % 23);
  for (int c = 0; c < k; c++) centre[c] = float(90 * c);
  cl_platform_id p; cl_device_id d;
  clGetPlatformIDs(1, &p, nullptr);
  clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
  cl_context ctx = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
  cl_command_queue q = clCreateCommandQueue(ctx, d, 0, nullptr);
  char text[2000] = "";
  const char *t = text;
  FILE *f = std::fopen("assign.cl", "r");
  if (!f || !std::fread(text, 1, sizeof text - 1, f)) return 1;
  cl_program prog = clCreateProgramWithSource(ctx, 1, &t, nullptr, nullptr);
  if (clBuildProgram(prog, 0, nullptr, "", nullptr, nullptr)) return 1;
  cl_kernel assign = clCreateKernel(prog, "assign", nullptr);
  cl_mem dx = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * sizeof(float), x.data(), nullptr);
  cl_mem dc = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, k * sizeof(float), centre.data(), nullptr);
  cl_mem dm = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(int), nullptr, nullptr);
  clSetKernelArg(assign, 0, sizeof dx, &dx);
  clSetKernelArg(assign, 1, sizeof dc, &dc);
  clSetKernelArg(assign, 2, sizeof dm, &dm);
  clSetKernelArg(assign, 3, sizeof n, &n);
  clSetKernelArg(assign, 4, sizeof k, &k);
  const size_t g = n;
  int it = 0;
  for (bool moving = true; moving && it < most; ++it) {
    clEnqueueWriteBuffer(q, dc, CL_TRUE, 0, k * sizeof(float), centre.data(), 0, nullptr, nullptr);
    clEnqueueNDRangeKernel(q, assign, 1, nullptr, &g, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(q, dm, CL_TRUE, 0, n * sizeof(int), member.data(), 0, nullptr, nullptr);
    for (int c = 0; c < k; c++) next[c] = 0, count[c] = 0;
    for (int i = 0; i < n; i++) next[member[i]] += x[i], count[member[i]]++;
    for (int c = 0; c < k; c++) if (count[c]) centre[c] = next[c] / count[c];
    moving = member != old;
    old = member;
  }
  std::printf("%d iterations, centres %.2f %.2f %.2f %.2f %.2f\n", it, centre[0], centre[1], centre[2], centre[3], centre[4]);
  return 0;
}
