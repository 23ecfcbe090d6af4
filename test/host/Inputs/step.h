/* A trip of kernel `add` on buffer `a`, and what that leaves in its first element. */
#include "setup.h"

static cl_kernel k;
static cl_mem a;

static int step(int i) {
  size_t items = 64;
  int v = 0;
  need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL), "read");
  return v;
}
