/* Kernels' sources with functions of the names of builtin ones, which the persistent kernel must not call, and with names
   that its own could be.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/own-builtins.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: env PERSISTIFY_FAULT=own-extremes not %{check} --entries 1
   RUN: %long env PERSISTIFY_FAULT=same-words not %{check} --entries 1
*/
#include "setup.h"

int main(void) {
  cl_mem a, b;
  cl_kernel one, two, tile;
  size_t n = 128, local = 64;
  int i, most = 100, less = 20;
  start("own-builtins.cl", "");
  a = ints(128, -20);
  b = ints(128, 3);
  one = kernel_named("one");
  two = kernel_named("two");
  tile = kernel_named("a_two");
  clSetKernelArg(one, 0, sizeof a, &a);
  clSetKernelArg(two, 0, sizeof b, &b);
  clSetKernelArg(tile, 0, sizeof b, &b);
  for (i = 0; i < 4; i++) {
    clSetKernelArg(one, 1, sizeof most, &most);
    clSetKernelArg(two, 1, sizeof less, &less);
    clSetKernelArg(tile, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &n, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, two, 1, NULL, &n, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, tile, 1, NULL, &n, &local, 0, NULL, NULL);
  }
  clFinish(queue);
  show("a", a);
  show("b", b);
  return 0;
}
