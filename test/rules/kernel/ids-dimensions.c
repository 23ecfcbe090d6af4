// The ids and sizes of the original NDRange: one to three dimensions, offsets, sizes as data, strides, groups with a
// local size that the implementation chose.
// REQUIRES: device
// RUN: %run-check %S/ids-dimensions.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  start("ids-dimensions.cl", NULL);
  cl_kernel three = clCreateKernel(program, "three", NULL), stride = clCreateKernel(program, "stride", NULL),
            blocks = clCreateKernel(program, "blocks", NULL);
  cl_mem log = ints(2048, 0), shape = ints(2, 0);
  size_t g3[3] = {12, 6, 4}, l3[3] = {4, 3, 2}, o3[3] = {100, 7, 1};
  size_t g2[2] = {24, 10}, l2[2] = {8, 5}, o2[2] = {3, 1000};
  size_t g1 = 96, l1 = 32, g = 80;
  cl_int n = 1000;
  clSetKernelArg(three, 0, sizeof log, &log);
  clSetKernelArg(stride, 0, sizeof log, &log);
  clSetKernelArg(stride, 1, sizeof n, &n);
  clSetKernelArg(stride, 2, sizeof shape, &shape);
  clSetKernelArg(blocks, 0, sizeof log, &log);
  clSetKernelArg(blocks, 1, sizeof n, &n);
  for (cl_uint d = 0; d < 3; d++) {
    clSetKernelArg(three, 1, sizeof d, &d);
    need(clEnqueueNDRangeKernel(queue, three, 3, o3, g3, l3, 0, NULL, NULL), "3-D");
    need(clEnqueueNDRangeKernel(queue, three, 2, o2, g2, l2, 0, NULL, NULL), "2-D");
    need(clEnqueueNDRangeKernel(queue, three, 1, NULL, &g1, &l1, 0, NULL, NULL), "1-D");
    need(clEnqueueNDRangeKernel(queue, stride, 1, NULL, &g, NULL, 0, NULL, NULL), "stride");
    need(clEnqueueNDRangeKernel(queue, blocks, 1, NULL, &g, NULL, 0, NULL, NULL), "blocks");
  }
  show("log", log), show("shape", shape);
  return 0;
}
