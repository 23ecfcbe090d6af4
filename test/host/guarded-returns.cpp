/* A loop that is left by `return` while objects with destructors of the program's own are alive: what is returned does not
   depend on what they do at their end.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 3
   It does here: the original loop runs.
   RUN: %{check} --host-flag=-DDEPENDS --expect-fallback "an exit that leaves objects with destructors"
*/
#include "setup.h"

static size_t global = 64;

struct Count {
  int &of;
  explicit Count(int &n) : of(n) { ++of; }
  ~Count() { of += 10; }
};

static void step(cl_kernel k, int by) {
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

#ifdef DEPENDS
static int reached(cl_kernel k, int limit) {
  int n = 0;
  for (int i = 0;; i += 3) {
    Count here(n);
    step(k, i);
    if (i > limit)
      return n;
  }
}
#else
static int reached(cl_kernel k, int limit, int &n) {
  for (int i = 0;; i += 3) {
    Count here(n);
    step(k, i);
    if (i > limit)
      return i;
  }
}

class Span {
  long &total;
  const int width;

public:
  Span(long &t, int w) : total(t), width(w) {}
  ~Span() {
    if (width & 1)
      total -= width;
    else
      total = total * 2 + width;
  }
};

static long spans(cl_kernel k, int trips, long &total) {
  int left = trips, last = 1;
  while (true) {
    Span outer(total, left);
    {
      Span inner(total, last);
      step(k, left + last);
      last = last * 3 % 17;
    }
    if (--left == 0)
      return last > 8 ? (last - trips) * 2 : -last;
  }
}

static double mean(cl_kernel k, const int trips, int &ended) {
  double sum = 0;
  for (int t = 0; t < trips; ++t) {
    struct Tell {
      int &n;
      ~Tell() { n = n < 1000 ? n * 2 + 1 : 3; }
    } tell{ended};
    sum += t / 4.0;
    step(k, t);
    if (sum > 20)
      return (sum - t) / 8;
  }
  return sum;
}
#endif

int main() {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  clSetKernelArg(k, 0, sizeof a, &a);
#ifdef DEPENDS
  printf("%d\n", reached(k, 40));
#else
  int n = 5, ended = 2;
  long total = 7;
  const int at = reached(k, 40, n);
  const long left = spans(k, 9, total);
  const double m = mean(k, 30, ended);
  printf("%d %d, %ld %ld, %g %d\n", at, n, left, total, m, ended);
#endif
  show("a", a);
}
