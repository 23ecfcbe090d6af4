// A read behind a write that is pending, both of one host place: the queue performs one after the other. So where vectors
// of a length that only the run knows change places, too.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 -- 17
// RUN: %{check} --entries 1 --host-flag=-DMEMBERS
// RUN: %{check} --entries 1 --host-flag=-DSCALAR
// RUN: %{check} --entries 1 --host-flag=-DBACK
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DMEMBERS -DEARLY 2>&1 | FileCheck %s
// CHECK: 's' is used while a non-blocking transfer of it is pending [PST1010]
#include "setup.h"
#include <utility>
#include <vector>

static void report(const std::vector<int> &v) {
  unsigned sum = 0;
  for (int x : v)
    sum = sum * 31 + x;
  printf("%zu: %u\n", v.size(), sum);
}

struct Sim {
  cl_kernel k = kernel_named("map");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  std::vector<int> now, next;
  explicit Sim(int n) : now(n, 2), next(n, 4) {}
  void launch(int i) const {
    const size_t global = now.size();
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
  void step(int i) {
    clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, now.size() * sizeof(int), now.data(), 0, nullptr, nullptr);
    launch(i);
    clEnqueueReadBuffer(queue, b, CL_FALSE, 0, next.size() * sizeof(int), next.data(), 0, nullptr, nullptr);
#ifdef EARLY
    now[0] += next[1];
#endif
    clFinish(queue);
    std::swap(now, next);
  }
};

int main(int argc, char **argv) {
  start("steps.cl", "");
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  Sim s(n);
#ifdef MEMBERS
  for (int i = 0; i < 7; i++)
    s.step(i);
#elif defined SCALAR // one number to the device and back
  int v = n, w = 0;
  for (int i = 0; i < 7; i++) {
    clEnqueueWriteBuffer(queue, s.a, CL_FALSE, 8, sizeof v, &v, 0, nullptr, nullptr);
    s.launch(i);
    clEnqueueReadBuffer(queue, s.b, CL_FALSE, 8, sizeof v, &v, 0, nullptr, nullptr);
    clFinish(queue);
    w += v;
  }
  printf("%d %d\n", v, w);
#elif defined BACK // from the device, and to it again
  std::vector<int> &host = s.now;
  for (int i = 0; i < 7; i++) {
    s.launch(i);
    clEnqueueReadBuffer(queue, s.b, CL_FALSE, 0, n * sizeof(int), host.data(), 0, nullptr, nullptr);
    clEnqueueWriteBuffer(queue, s.a, CL_FALSE, 0, n * sizeof(int), host.data(), 0, nullptr, nullptr);
    clFinish(queue);
    host[i] ^= i;
  }
#else
  for (int i = 0; i < 7; i++) {
    clEnqueueWriteBuffer(queue, s.a, CL_FALSE, 0, n * sizeof(int), s.now.data(), 0, nullptr, nullptr);
    s.launch(i);
    clEnqueueReadBuffer(queue, s.b, CL_FALSE, 0, n * sizeof(int), s.next.data(), 0, nullptr, nullptr);
    clFinish(queue);
    s.now.swap(s.next);
  }
#endif
  report(s.now);
  report(s.next);
  return 0;
}
