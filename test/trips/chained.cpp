// Commands of a trip wait for each other by events of an object; the last is kept, and the host's trips wait for it before they write a row.
// REQUIRES: device
// ROWS: host-trips
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file rows.txt --reason PST3017 --entries 4
// RUN: %{check} --allow-kernel add=4 --allow-kernel map=4
// RUN: %long env PERSISTIFY_FAULT=no-event-between not %{check} --allow-kernel add=4 --allow-kernel map=4
// RUN: %long env PERSISTIFY_FAULT=event-of-call not %{check} --allow-kernel add=4 --allow-kernel map=4
#include "setup.h"
#include <cstdio>

constexpr int N = 32;
static cl_kernel add, map;
static cl_mem a, b;
static struct { cl_event last; int rows; } chain;

static void step(int i) {
  const size_t n = N;
  cl_event added;
  clSetKernelArg(add, 1, sizeof i, &i);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, chain.last ? 1 : 0, chain.last ? &chain.last : NULL, &added);
  if (chain.last)
    clReleaseEvent(chain.last);
  clSetKernelArg(map, 2, sizeof i, &i);
  clEnqueueNDRangeKernel(queue, map, 1, NULL, &n, NULL, 1, &added, &chain.last);
  clReleaseEvent(added);
}

int main() {
  start("steps.cl", "");
  add = kernel_named("add"), map = kernel_named("map");
  a = ints(N, 1), b = ints(N, 2);
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(map, 0, sizeof a, &a);
  clSetKernelArg(map, 1, sizeof b, &b);
  for (int i = 0; i < 24; ++i) {
    step(i);
    if (i % 7 == 2) {
      int row[N];
      clWaitForEvents(1, &chain.last);
      clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof row, row, 0, NULL, NULL);
      std::FILE *to = std::fopen("rows.txt", chain.rows++ ? "a" : "w");
      for (int x : row)
        std::fprintf(to, "%d ", x);
      std::fclose(to);
    }
  }
  clWaitForEvents(1, &chain.last);
  clReleaseEvent(chain.last);
  show("a", a);
  show("b", b);
  std::printf("%d rows\n", chain.rows);
}
