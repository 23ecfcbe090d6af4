// Class templates of the library that the program specialises for a type of its own are the program's.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %long env PERSISTIFY_FAULT=own-specializations not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

static cl_kernel k;
static cl_mem a;
static size_t global = 64;
static void add(int v) {
  clSetKernelArg(k, 0, sizeof(cl_mem), &a);
  clSetKernelArg(k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

enum Level { Low, Mid, High };
enum class Weight : int { None };
namespace std {
template <> struct less<Level> { // the other way round
  bool operator()(Level x, Level y) const { return y < x; }
};
template <> struct plus<Weight> { // the larger one, and one more
  Weight operator()(Weight x, Weight y) const { return Weight((x < y ? int(y) : int(x)) + 1); }
};
} // namespace std

static void compared(int n) {
  std::array<Level, 3> l = {Mid, High, Low};
  for (int i = 0; i < n; i++) {
    add(*std::max_element(l.begin(), l.end(), std::less<Level>()));
    l[2] = Level(i % 3);
  }
}

static void summed(int n) {
  Weight w[3] = {Weight(2), Weight(5), Weight(3)};
  for (int i = 0; i < n; i++) {
    add(int(std::accumulate(w, w + 3, Weight(i), std::plus<Weight>())));
    w[0] = Weight(int(w[0]) + 2);
  }
}

static void plain(int n) { // those of the library
  int w[3] = {2, 5, 3};
  for (int i = 0; i < n; i++) {
    add(std::accumulate(w, w + 3, i, std::plus<int>()) + *std::max_element(w, w + 3, std::less<int>()));
    w[1] -= 2;
  }
}

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  compared(4);
  summed(3);
  plain(3);
  show("a", a);
}
