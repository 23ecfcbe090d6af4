// Arrays from the heap whose size the loop does not tell: a history that an early exit ends,
// standard algorithms and returns out of the loops of helpers over what was read back; and a
// struct uploaded member by member with one barrier. The history takes one launch more.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | FileCheck %s
// CHECK-NOT: (clEnqueueWriteBuffer), written here
#include "setup.h"
#include <algorithm>
#include <vector>

static const size_t global = 64;

struct setting {
  int first, second, third, fourth;
};

static bool below(const int *h, int limit) {
  for (int i = 0; i < 64; ++i)
    if (h[i] > limit)
      return false;
  return true;
}

static bool settled(const std::vector<int> &of) {
  for (int x : of)
    if (x < 30)
      return false;
  return true;
}

int main() {
  start("steps.cl", "");
  cl_kernel add = kernel_named("add"), map = kernel_named("map"), raise = kernel_named("raise");
  cl_mem a = ints(64, 0), b = ints(64, 3), flag = ints(1, 0), pairs = ints(4, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  // More elements than there are attempts to find their number one by one.
  int *history = (int *)malloc(100 * sizeof *history), count = 0;
  for (int i = 0; i < 90; i++) {
    int now;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 8, sizeof now, &now, 0, NULL, NULL);
    history[count++] = now;
    if (now > 700)
      break;
  }
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 31 + history[i];
  printf("%d %d\n", count, sum);
  free(history);

  int *h = new int[64], most = 0, n = 64, one = 1;
  clSetKernelArg(add, 1, sizeof one, &one);
  while (most < 740 && n > 0) {
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64 * sizeof(int), h, 0, NULL, NULL);
    most = *std::max_element(h, h + 64);
    --n;
  }
  printf("%d %d\n", most, n);

  int limit = 50, rounds = 0;
  clSetKernelArg(raise, 0, sizeof b, &b);
  clSetKernelArg(raise, 1, sizeof flag, &flag);
  clSetKernelArg(raise, 2, sizeof limit, &limit);
  std::vector<int> v(64);
  for (; rounds < 40; ++rounds) {
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, b, CL_TRUE, 0, 64 * sizeof(int), v.data(), 0, NULL, NULL);
    if (settled(v) && !below(v.data(), 65))
      break;
  }
  printf("%d\n", rounds);
  show("b", b);

  setting s = {1, 2, 3, 4};
  cl_mem c = ints(64, 0);
  clSetKernelArg(map, 0, sizeof a, &a);
  clSetKernelArg(map, 1, sizeof c, &c);
  clSetKernelArg(map, 2, sizeof one, &one);
  for (int i = 0; i < 5; ++i) {
    s.first += i;
    s.third = s.first * s.fourth;
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 16, sizeof s, &s, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
    s.fourth = s.second + i;
  }
  show("c", c);
  (void)pairs;
}
