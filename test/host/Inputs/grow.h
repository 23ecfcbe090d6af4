/* A trip of kernel `grow` of float-options.cl and options-built.cl on 64 items. */
#include "setup.h"

static void grow(cl_kernel k, cl_mem m, int t) {
  size_t items = 64;
  clSetKernelArg(k, 0, sizeof m, &m);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}
