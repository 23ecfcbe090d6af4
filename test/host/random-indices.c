/* Arrays of the heap, of a length that only the run knows, at indices that the device says: each larger one may need another
   launch, with more of the array. That comes to an end although eight are made at most, and no index is the largest one. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4..8 
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4..8  -- 500
#include "setup.h"

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  int *order = malloc(n * sizeof *order), at = 0;
  char *seen = calloc(n, 1);
  unsigned sum = 0;
  size_t items = 64;
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem m = ints(64, 0);
  for (int i = 0; i < n; i++)
    order[i] = i;
  clSetKernelArg(k, 0, sizeof m, &m);
  /* a bit more each time, in between less */
  for (int t = 1; t < n / 3; ++t) {
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof at, &at, 0, NULL, NULL);
    const int other = t * 2 - at % 2, with = (at * 7 + t) % t;
    const int kept = order[other];
    order[other] = order[with];
    order[with] = kept;
    seen[other] = 1;
  }
  for (int i = 0; i < n; i++)
    sum = sum * 31u + (unsigned)order[i] + (unsigned)seen[i];
  printf("%d, %u\n", n, sum);
  show("m", m);
  free(order);
  free(seen);
  return 0;
}
