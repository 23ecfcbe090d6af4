#include "setup.h"
int both(void) LABEL;
int main(void) {
  start("add.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem b = ints(64, 3);
  size_t n = 64;
  clSetKernelArg(k, 0, sizeof b, &b);
  int i;
  for (i = 0; i < 20; i++) {
    int v = both();
    clSetKernelArg(k, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
  show("b", b);
  return 0;
}
