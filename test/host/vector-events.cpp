// Vectors and large std::arrays of events whose elements an index chooses: commands give them their events and wait for them, by `&list[i]`
// and `list.data() + i`. The number of the run says in which loop an event is missing: there the original loop goes on.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 4 -- 0
// RUN: %{check} --entries 3..4 --allow-kernel add --expect-fallback "a wait for an event that no command has set" -- 1
// RUN: %{check} --entries 3..4 --allow-kernel add --expect-fallback "a wait for an event that no command has set" -- 2
// RUN: %{check} --entries 3..4 --allow-kernel add --expect-fallback "a wait for an event that no command has set" -- 3
// RUN: env PERSISTIFY_FAULT=no-event-to-wait-for not %{check} --entries 4 --allow-kernel add -- 1
#include "setup.h"
#include <array>
#include <vector>

enum { N = 32, Trips = 9 };
static const size_t items = N;
static cl_kernel add;
static cl_mem a;

static void release(std::vector<cl_event> &list) {
  for (cl_event e : list)
    if (e)
      clReleaseEvent(e);
}

int main(int argc, char **argv) {
  const int missing = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : Trips;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(N, 1);
  clSetKernelArg(add, 0, sizeof a, &a);

  std::vector<cl_event> chain(n);
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, i ? 1 : 0, i ? &chain[i - 1] : nullptr, &chain[i]);
  }
  clWaitForEvents(static_cast<cl_uint>(chain.size()), chain.data());
  release(chain);

  std::vector<cl_event> next(n + 2);
  int bad = 0;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, &next[i]);
    if (clWaitForEvents(1, &next[missing == 1 ? i + 1 : i]) != CL_SUCCESS)
      bad++;
  }
  release(next);

  std::array<cl_event, 40> fixed{};
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, &fixed[i]);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, missing == 2 ? 2 : 1, &fixed[i], nullptr);
  }

  std::vector<cl_event> data(n + 1);
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, data.data() + i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, missing == 3 ? 2 : 1, data.data() + i, nullptr);
  }
  release(data);

  clFinish(queue);
  printf("%d wrong\n", bad);
  show("a", a);
}
