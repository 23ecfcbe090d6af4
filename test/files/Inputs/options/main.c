#include "builder.h"
#include <stdio.h>
#include <stdlib.h>

#define CELLS 96


int main(int argc, char **argv) {
  machine m;
  int cells[CELLS], n = argc > 1 ? atoi(argv[1]) : 7, t, over = 0;
  const int reach = argc > 2 ? atoi(argv[2]) : 5, limit = 40;
  char how[100], which[40];
  size_t global = CELLS;
  cl_kernel spread, count;
  cl_mem a, b, sum, swap;
  machine_open(&m);
  sprintf(how, "-DREACH=%d -DCELLS=%d -D WEIGHT=%u", reach, CELLS, 3u);
  snprintf(which, sizeof which, "-DLIMIT=%i", limit);
  spread = clCreateKernel(machine_build(&m, "spread.cl", how), "spread", NULL);
  count = clCreateKernel(machine_build(&m, "count.cl", which), "count", NULL);
  for (t = 0; t < CELLS; t++)
    cells[t] = t * t % 17;
  a = clCreateBuffer(m.context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(m.context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  sum = clCreateBuffer(m.context, CL_MEM_COPY_HOST_PTR, sizeof over, &over, NULL);
  for (t = 0; t < n; t++) {
    clSetKernelArg(spread, 0, sizeof a, &a);
    clSetKernelArg(spread, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(m.queue, spread, 1, NULL, &global, NULL, 0, NULL, NULL);
    swap = a;
    a = b;
    b = swap;
  }
  clSetKernelArg(count, 0, sizeof a, &a);
  clSetKernelArg(count, 1, sizeof sum, &sum);
  while (over < 500) {
    clEnqueueNDRangeKernel(m.queue, count, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(m.queue, sum, CL_TRUE, 0, sizeof over, &over, 0, NULL, NULL);
    if (over == 0)
      break;
  }
  clEnqueueReadBuffer(m.queue, a, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
  printf("%d %d %d, %d over\n", cells[0], cells[1], cells[CELLS - 1], over);
  return 0;
}
