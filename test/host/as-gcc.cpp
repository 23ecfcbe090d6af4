// What g++ takes, with warnings at most, and Clang alone would not: sizes narrowed in braces, `register`, macros of
// <inttypes.h> next to a literal, GCC's <omp.h>, constants outside an enumeration's range, as Boost before 1.81 has them.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-fopenmp --host-flag=-w --link=-lgomp --entries 3 -- 6
#include "setup.h"
#include <cinttypes>
#include <omp.h>

struct Shape {
  size_t global[1];
  cl_uint steps;
};

enum Kind { None, Some = 3 };
template <Kind K> struct Of {};
template <Kind K> struct Around { typedef Of<static_cast<Kind>(K - 1)> prior; };
static Around<None> around;

static cl_mem a;
static cl_kernel k;

static void step(const Shape &shape, int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, shape.global, NULL, 0, NULL, NULL);
}

static int later(int x) {
  register int twice = 2 * x;
  return twice;
}

int main(int argc, char **argv) {
  int n = 64, trips = atoi(argv[argc - 1]);
  double seconds = 0;
  uint64_t sum = 0;
  start("steps.cl", "");
  a = ints(64, 1);
  k = kernel_named("add");
  (void)around;
  Shape shape = {{n}, trips};
  for (int t = 0; t < shape.steps; ++t)
    step(shape, t);
  for (int t = 0; t < trips; ++t) {
    double from = omp_get_wtime();
    size_t global[] = {n / (1 + t % 2)};
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, global, NULL, 0, NULL, NULL);
    clFinish(queue);
    seconds += omp_get_wtime() - from;
  }
  for (register int t = 0; t < later(trips); ++t) {
    unsigned char low[] = {t * 100};
    int first;
    step(shape, low[0]);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    sum += first;
  }
  printf("%"PRIu64" %d\n", sum, seconds > 0 && seconds < 60);
  show("a", a);
  return 0;
}
