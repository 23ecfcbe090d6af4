// The first element of a std::deque: a buffer, a number that is read, one that is written, one that a kernel is chosen by.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
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
  bufs.push_back(ints(64, 2));
  bufs.push_front(ints(64, 1));
  for (int i = 0; i < n; i++) {
    map(bufs.front(), bufs[1], i);
    add(bufs[0], i + 1);
  }
  show("buffers", bufs.front());
  show("buffers", bufs[1]);
}

static void numbers(const std::deque<int> &by, cl_mem a, int n) {
  for (int i = 0; i < n; i++)
    add(a, by.front() + i);
}

struct Plan {
  std::deque<int> left;
};
static void written(Plan &plan, cl_mem a, int n) {
  for (int i = 0; i < n; i++) {
    plan.left.front() += plan.left[1];
    add(a, plan.left.front());
    if (plan.left.front() > 20)
      break;
  }
  printf("%d %d\n", plan.left.front(), plan.left[1]);
}

static void structs(cl_mem a, int n) {
  struct Step {
    int from, by;
  };
  std::deque<Step> steps = {{3, 4}, {5, 6}};
  for (int i = 0; i < n; i++) {
    steps.front().from += steps[0].by;
    add(a, steps.front().from);
  }
  printf("%d\n", steps[0].from);
}

int main() {
  start("steps.cl", "");
  std::deque<int> order = {3, 1, 2};
  order.pop_front();
  map_k = clCreateKernel(program, order.front() == 1 ? "map" : "map_twice", NULL); // found before the loop is reached
  add_k = kernel_named("add");
  cl_mem a = ints(64, 0);
  buffers(5);
  numbers({4, 5, 6}, a, 4);
  Plan plan{{1, 7}};
  written(plan, a, 9);
  structs(a, 3);
  show("a", a);
}
