// Lambdas that hold copies: of parameters whose address they take inside, and of
// local variables. A copy of what changes later stays refused.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 1 --allow-kernel add=10
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc 2>&1 | FileCheck %s
// CHECK: 'step' cannot be captured: a lambda holds a copy of it [PST1005]
// CHECK: 1 loop transformed, 1 refused
#include <CL/cl.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw status;
}

static void run(cl_command_queue queue, cl_kernel add, cl_mem buffer, int n, size_t wg) {
  const int one = 1;
  auto launch = [queue, wg](cl_kernel k, size_t items) {
    const size_t global = items / wg * wg;
    check(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, &wg, 0, nullptr, nullptr), "launch");
  };
  auto set = [=](int value) {
    check(clSetKernelArg(add, 0, sizeof buffer, &buffer), "buffer");
    int amount = value * one;
    check(clSetKernelArg(add, 1, sizeof amount, &amount), "amount");
  };
  for (int i = 0; i < 20; ++i) {
    set(i);
    launch(add, n);
  }
}

static void changing(cl_command_queue queue, cl_kernel add, cl_mem buffer, int n, size_t wg) {
  int step = 1;
  auto amount = [step](int i) { return i + step; };
  step = 100;
  for (int i = 0; i < 10; ++i) {
    int value = amount(i);
    clSetKernelArg(add, 1, sizeof value, &value);
    size_t global = n / wg * wg;
    check(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &global, &wg, 0, nullptr, nullptr), "launch");
  }
}

int main() {
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *t = text.c_str();
  cl_platform_id p;
  cl_device_id d;
  check(clGetPlatformIDs(1, &p, nullptr), "platform");
  check(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr), "device");
  cl_context c = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, nullptr);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, nullptr, nullptr);
  check(clBuildProgram(pr, 0, nullptr, nullptr, nullptr, nullptr), "build");
  cl_kernel add = clCreateKernel(pr, "add", nullptr);
  const int n = 96;
  int data[n] = {}, bad = 0;
  cl_mem b = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof data, data, nullptr);
  run(q, add, b, n, 16);
  changing(q, add, b, n, 16);
  check(clEnqueueReadBuffer(q, b, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr), "read");
  for (int x : data)
    bad += x != 20 + 19 * 20 / 2 + 10 + 10 + 9 * 10 / 2;
  std::printf("%d bad\n", bad);
  return bad != 0;
}
