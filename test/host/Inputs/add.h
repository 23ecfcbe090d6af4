/* A trip of kernel `add` of steps.cl on 64 items. */
#include "setup.h"

static cl_kernel add;

static void step(cl_mem a, int v) {
  const size_t global = 64;
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}
