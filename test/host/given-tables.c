/* Tables of buffers and of kernels that functions are given, which other files might call as well: what the calls seen give
   tells how many there are. A call by a pointer gives more: an index that no other call has leaves the loop.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --allow-kernel add --allow-kernel map --allow-kernel map_back --allow-kernel map_twice --expect-fallback "none of those that the program was seen to use" -- more
*/
#include "setup.h"

static const size_t global = 64;

void set(cl_kernel k, cl_uint at, const void *what) { need(clSetKernelArg(k, at, sizeof(cl_mem), what), "argument"); }

/* To and fro, by kernels that take turns. */
void weave(cl_kernel *ways, cl_mem *cells, int n, int kinds) {
  int i;
  for (i = 0; i < n; i++) {
    set(ways[i % kinds], 0, &cells[i % 2]);
    set(ways[i % kinds], 1, &cells[(i + 1) % 2]);
    clSetKernelArg(ways[i % kinds], 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, ways[i % kinds], 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

void grow(cl_kernel add, cl_mem *cells, unsigned from, unsigned most) {
  unsigned at, v = 3;
  for (at = from; at < most; at++) {
    set(add, 0, cells + at);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (clFinish(queue))
      return;
  }
}

void all(cl_kernel *ways, cl_kernel add, cl_mem *cells) {
  weave(ways, cells, 6, 2);
  grow(add, cells, 0, 2);
  weave(ways, cells, 3, 2);
}

int main(int argc, char **argv) {
  void (*volatile other)(cl_kernel, cl_mem *, unsigned, unsigned) = grow;
  void (*volatile woven)(cl_kernel *, cl_mem *, int, int) = weave;
  cl_kernel ways[2], three[3], add;
  cl_mem cells[2], more[3];
  int i;
  (void)argv;
  start("steps.cl", "");
  ways[0] = kernel_named("map");
  ways[1] = kernel_named("map_back");
  add = kernel_named("add");
  three[0] = ways[1];
  three[1] = ways[0];
  three[2] = kernel_named("map_twice");
  for (i = 0; i < 2; i++)
    more[i] = cells[i] = ints(64, 5 * i);
  more[2] = ints(64, 100);
  all(ways, add, cells);
  other(add, more, argc > 1 ? 2 : 1, argc > 1 ? 3 : 2);
  woven(three, cells, 4, argc > 1 ? 3 : 2);
  for (i = 0; i < 3; i++)
    show("cells", more[i]);
  return 0;
}
