// Rule K2: an early return that the whole group takes, in front of barriers.
// REQUIRES: device
// RUN: %run-check %S/k2-return.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"

int main(void) {
  start("k2-return.cl", NULL);
  cl_kernel prefix = clCreateKernel(program, "prefix", NULL);
  cl_kernel mark = clCreateKernel(program, "mark", NULL);
  cl_mem row = ints(64, -3), val = ints(64 * 32, 7), more = ints(1, 0);
  const size_t size = 64 * 32, local = 32, few = 64;
  cl_int groups = 37, i = 0, again;
  clSetKernelArg(prefix, 0, sizeof row, &row);
  clSetKernelArg(prefix, 1, sizeof val, &val);
  clSetKernelArg(prefix, 2, sizeof groups, &groups);
  clSetKernelArg(mark, 0, sizeof row, &row);
  clSetKernelArg(mark, 1, sizeof val, &val);
  clSetKernelArg(mark, 2, sizeof more, &more);
  do {
    again = 0;
    clEnqueueWriteBuffer(queue, more, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    clSetKernelArg(prefix, 3, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, prefix, 1, NULL, &size, &local, 0, NULL, NULL), "prefix");
    clSetKernelArg(mark, 3, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, mark, 1, NULL, &few, NULL, 0, NULL, NULL), "mark");
    clEnqueueReadBuffer(queue, more, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    ++i;
  } while (again);
  printf("%d rounds\n", i);
  show("row", row), show("val", val);
  return 0;
}
