// Rule K7: two sub-buffers of one buffer that overlap are no two buffers: found when the program runs. Those that do
// not overlap are taken.
// REQUIRES: device
// RUN: %run-check %S/k7-steps.cl %s --host-flag=-I%S/../../host/Inputs --expect-fallback overlap -- 256
// RUN: %run-check %S/k7-steps.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 -- 1024
#include "setup.h"

int main(int argc, char **argv) {
  start("k7-steps.cl", NULL);
  cl_int err;
  cl_kernel touch = clCreateKernel(program, "touch", &err), triple = clCreateKernel(program, "triple", &err);
  cl_mem whole = ints(1024, 1);
  cl_buffer_region lower = {0, 1024}, upper = {argc > 1 ? (size_t)atoi(argv[1]) : 0, 1024};
  cl_mem low = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &lower, &err);
  cl_mem up = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &upper, &err);
  need(err, "sub-buffer");
  clSetKernelArg(touch, 0, sizeof low, &low);
  clSetKernelArg(triple, 0, sizeof up, &up);
  size_t size = 256;
  for (int i = 0; i < 6; i++) {
    clEnqueueNDRangeKernel(queue, touch, 1, NULL, &size, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, triple, 1, NULL, &size, NULL, 0, NULL, NULL);
  }
  show("whole", whole);
  return 0;
}
