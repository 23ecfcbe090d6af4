// Objects that are declared without braces around them, behind if, else and the heads of loops, end there, each time.
// REQUIRES: device
// DEFINE: %{files} = %S/given-kernels-a.cl %s --host-flag=-I%S/Inputs
// RUN: %run-check %{files} --entries 6
// RUN: %long env PERSISTIFY_FAULT=scopes-without-braces not %run-check %{files} --entries 6
#include "setup.h"

static cl_kernel grow, shrink;
static cl_mem a;

static void launch(cl_kernel k, int by) {
  static const size_t items = 64;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

// Launches, and tells about it, at its end.
struct AtEnd {
  int by;
  ~AtEnd() {
    launch(shrink, by);
    printf("end %d\n", by);
  }
};

// Changes a variable of its function.
class Counts {
  int *to, by;

public:
  Counts(int *to, int by) : to(to), by(by) {}
  ~Counts() { *to += by; }
};

static int branches(int i) {
  if (i & 1)
    AtEnd x{5};
  else
    AtEnd y{6};
  if (i == 3) {
    AtEnd z{8};
    return 2;
  }
  for (int j = 0; j < 2; ++j)
    AtEnd y{j};
  launch(grow, i);
  return i;
}

int main() {
  int sum = 0, seen = 0;
  start("given-kernels-a.cl", "");
  grow = kernel_named("grow");
  shrink = kernel_named("shrink");
  a = ints(64, 1000);
  for (int i = 0; i < 6; i++) {
    if (i & 1)
      AtEnd x{3};
    launch(grow, i);
    printf("trip %d\n", i);
  }
  show("one", a);
  for (int i = 0; i < 5; i++)
    sum += branches(i);
  show("two", a);
  for (int i = 0; i < 4; i++) {
    int left = 2;
    while (left-- > 0)
      AtEnd x{left};
    do
      AtEnd z{9};
    while (0);
    launch(grow, i);
  }
  show("three", a);
  // Not launches: what they change is looked at behind them.
  for (int i = 0; i < 5; i++) {
    if (i > 1)
      Counts c(&seen, i);
    launch(grow, seen);
    for (int j = 0; j < i; j++)
      Counts c(&sum, seen);
    launch(shrink, sum & 15);
  }
  show("four", a);
  for (int i = 0; i < 3; i++)
    AtEnd x{i};
  show("five", a);
  for (int i = 0; i < 4; i++)
    if (i & 1)
      AtEnd x{i};
    else
      launch(grow, i);
  show("six", a);
  printf("%d %d\n", sum, seen);
  return 0;
}
