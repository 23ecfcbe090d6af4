#include "setup.h"

int main(void) {
  start("late.cl", NULL);
  size_t g = 16, l = 8;
  cl_mem a = ints(16, 1), b = ints(16, 0), count = ints(1, 0);
  int n = 3, zero = 0;
  cl_kernel returns = kernel_named("returns"), continues = kernel_named("continues"), cases = kernel_named("cases");
  cl_kernel each[3] = {returns, continues, cases};
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(each[i], 0, sizeof a, &a);
    clSetKernelArg(each[i], 1, sizeof b, &b);
    clSetKernelArg(each[i], 2, sizeof count, &count);
    clSetKernelArg(each[i], 3, sizeof n, &n);
  }
  for (int i = 0; i < 3; i++) {
    clEnqueueWriteBuffer(queue, count, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, returns, 1, NULL, &g, &l, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, count, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, continues, 1, NULL, &g, &l, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, count, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, cases, 1, NULL, &g, &l, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
