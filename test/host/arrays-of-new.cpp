// Arrays that smart pointers own; and templates in the program that nobody asks for a length.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4..9
#include "setup.h"
#include <memory>
#include <vector>

static cl_kernel k_add;
static cl_mem a;
static const size_t items = 64;

static void add(int v) {
  need(clSetKernelArg(k_add, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "add");
}

template <class T> static T sum_of(int n) {
  std::vector<T> v(n);
  T h = 0;
  for (T x : v)
    h += x;
  return h;
}
template <class T> class Bins {
public:
  Bins(int n, T v) : bins(n, v) {}
  T first() const { return bins[0]; }

private:
  std::vector<T> bins;
};

static int scored(std::vector<int> &scores) {
  for (int g = 0; g < 5; g++) {
    int v = 0;
    for (int i = 0; i < 4; i++)
      v += scores[i];
    add(v);
  }
  return sum_of<int>(3) + Bins<int>(4, 2).first();
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  a = ints(64, 0);

  auto table = std::make_unique<int[]>(4);
  for (int i = 0; i < 4; i++)
    table[i] = i * 5;
  for (int t = 0; t < 6; t++)
    add(table[t & 3]);
  show("read", a);

  std::unique_ptr<int[]> copy(new int[64]);
  for (int t = 0; t < 3; t++) {
    add(t);
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64 * sizeof(int), copy.get(), 0, nullptr, nullptr), "read");
  }
  printf("%d %d\n", copy[0], copy[63]);

  std::shared_ptr<float[]> scale(new float[2]);
  scale[0] = 1.5f;
  scale[1] = -2;
  for (int t = 0; t < 4; t++) {
    add(static_cast<int>(scale[t & 1] * t));
    scale[1] = scale[1] + 1;
  }
  printf("%g %g\n", scale[0], scale[1]);

  std::vector<int> scores(4, 1);
  if (argc > 5)
    scores.push_back(atoi(argv[1]));
  printf("%d\n", scored(scores));
  show("all", a);
  return 0;
}
