// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver.h"
#define LIMIT 1000
#define SET(k, i, x) if ((dev->error = clSetKernelArg(k, i, sizeof(x), &(x))) != CL_SUCCESS) return dev->error
int solve(Grid *g, int steps)
{
  int t, bad;
  for (t = 0; t < steps && t < LIMIT; t++) {
    cl_mem swap;
    if ((bad = step(g, t)) != 0) return bad;
    SET(dev->bump, 0, g->next); SET(dev->bump, 1, g->n);
    { size_t gs = (size_t)g->n; if ((bad = clEnqueueNDRangeKernel(dev->q, dev->bump, 1, 0, &gs, 0, 0, 0, 0))) return bad; }
    swap = g->cur; g->cur = g->next; g->next = swap;
  }
  return 0;
}
