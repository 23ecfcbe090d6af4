// Rule K9: reqd_work_group_size; local sizes up to the device's limit; local memory up to the last byte, which the
// fused kernel does not have; -cl-std and -Werror among the program's options.
// REQUIRES: device
// RUN: %run-check %S/k9-limits.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 -- plain
// RUN: %run-check %S/k9-limits.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 -- options
// RUN: %run-check %S/k9-limits.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --min-groups 1 -- large
// RUN: %run-check %S/k9-limits.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback "local memory" -- huge
#include "setup.h"
#include <string>

int main(int argc, char **argv) {
  const std::string mode = argc > 1 ? argv[1] : "plain";
  start("k9-limits.cl", mode == "options" ? "-Werror -cl-std=CL1.2 -DUNUSED=3" : "");
  cl_int e, words = 16;
  size_t most = 0, local = 8;
  cl_ulong memory = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
  clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof memory, &memory, nullptr);
  if (mode == "large")
    local = most;
  if (mode == "huge")
    words = memory / 4;
  cl_kernel exact = clCreateKernel(program, "exact", &e);
  cl_kernel free_size = clCreateKernel(program, "free_size", &e);
  cl_kernel huge = clCreateKernel(program, "huge", &e);
  size_t n = 240, all = most * 2, eight = 8;
  cl_mem a = ints(all, 0);
  size_t required = 24;
  clSetKernelArg(exact, 0, sizeof a, &a);
  clSetKernelArg(free_size, 0, sizeof a, &a);
  clSetKernelArg(huge, 0, sizeof a, &a);
  clSetKernelArg(huge, 1, words * sizeof(cl_int), nullptr);
  clSetKernelArg(huge, 2, sizeof words, &words);
  for (cl_int i = 1; i <= 10; ++i) {
    clSetKernelArg(exact, 1, sizeof i, &i);
    clSetKernelArg(free_size, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, exact, 1, nullptr, &n, &required, 0, nullptr, nullptr);
    clEnqueueNDRangeKernel(queue, free_size, 1, nullptr, &all, &local, 0, nullptr, nullptr);
    clEnqueueNDRangeKernel(queue, huge, 1, nullptr, &eight, &eight, 0, nullptr, nullptr);
  }
  need(clFinish(queue), "finish");
  show("a", a);
}
