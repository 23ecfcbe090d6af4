// A std::deque around the loop: elements by constant number, the last one, how many there are. Others are refused, and what changes it.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %long env PERSISTIFY_FAULT=no-deques not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %persistify %S/steps.cl %s -o %t -- -DINDEX -I%S/Inputs 2>&1 | FileCheck %s --check-prefix INDEX
// INDEX: warning: {{.*}}[PST1045]
// RUN: %persistify %S/steps.cl %s -o %t -- -DGROW -I%S/Inputs 2>&1 | FileCheck %s --check-prefix GROW
// GROW: warning: {{.*}}push_back
#include "setup.h"
#include <deque>

static size_t items = 64;
static cl_kernel map_k, add_k;

static void map(cl_mem in, cl_mem out, int v) {
  clSetKernelArg(map_k, 0, sizeof in, &in);
  clSetKernelArg(map_k, 1, sizeof out, &out);
  clSetKernelArg(map_k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, map_k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void add(cl_mem to, int v) {
  clSetKernelArg(add_k, 0, sizeof to, &to);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void buffers(int n) {
  std::deque<cl_mem> bufs;
  for (int b = 0; b < 3; b++)
    bufs.push_back(ints(64, b));
  bufs.pop_front();
  for (int i = 0; i < n; i++) {
    map(bufs[0], bufs.at(1), i);
    std::swap(bufs[0], bufs[1]);
  }
  show("buffers", bufs[0]);
  show("buffers", bufs.back());
}

static void numbers(std::deque<int> &by, cl_mem a, int n) {
  for (int i = 0; i < n; i++) {
    by[1] += i;
    add(a, by[1] + by.back() + (int)by.size());
    by.back()--;
  }
  printf("%d %d\n", by[1], by.back());
}

struct Queue {
  std::deque<double> times;
  int limit = 4;
};
static void members(const Queue &q, cl_mem a) {
  for (int i = 0; i < q.limit && !q.times.empty(); i++)
    add(a, int(q.times[0] * 2) + i);
}

template <class T> static void any(const T &of, cl_mem a, int n) {
  for (int i = 0; i < n; i++)
    add(a, of.at(2) - i);
#ifdef INDEX
  for (int i = 0; i < n; i++)
    add(a, of[i % 3]);
#endif
}

int main() {
  start("steps.cl", "");
  map_k = kernel_named("map");
  add_k = kernel_named("add");
  cl_mem a = ints(64, 0);
  buffers(5);
  std::deque<int> by(3, 2);
  numbers(by, a, 4);
  Queue q;
  q.times.push_front(2.5);
  members(q, a);
  any(by, a, 3);
#ifdef GROW
  for (int i = 0; i < 3; i++) {
    add(a, by[0]);
    by.push_back(i);
  }
#endif
  show("a", a);
}
