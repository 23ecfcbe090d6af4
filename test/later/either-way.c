/* What a statement for the host does under a condition of its own, the region does in any case: it may change nothing.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 2
   RUN: %{check} --host-flag=-DNAME --no-persist --reason PST1051
   RUN: %{check} --host-flag=-DTIME --no-persist --reason PST1051
   RUN: %{check} --host-flag=-DLOGICAL --no-persist --reason PST1051
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=either-way not %{check} --host-flag=-DNAME --no-persist --reason PST1051
*/
#define _GNU_SOURCE
#include "setup.h"
#include <time.h>

static const char *name(int n) {
  static const char *const names[3] = {"one", "two", "three"};
  return names[n % 3];
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(void) {
  const char *const words[3] = {"red", "green", "blue"};
  size_t items = 64;
  int i, n = 0, m = 0, late = 0;
  double sum = 0;
  cl_kernel add;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 12; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
#if defined(NAME)
    printf("%s\n", i & 1 ? name(n++) : "none");
#elif defined(TIME)
    sum += i % 3 ? now() * 0 + n++ : 2;
#elif defined(LOGICAL)
    late = now() < 0 || i % 2 || ++n % 3 == 0;
#else
    printf("%s %d\n", i < 4 ? "early" : i & 1 ? words[i % 3] : name(i), i < 4 ? n++ : 100 / (i - 3));
#endif
    m += late;
  }
  printf("%d %d %d\n", n, m, (int)sum);
#if !defined(NAME) && !defined(TIME) && !defined(LOGICAL)
  for (i = 0; i < 9; i++) {
    n += i;
    clSetKernelArg(add, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    sum = now() > 0 ? sum + n % 4 : -1;
  }
  printf("%d %d\n", n, (int)sum);
#endif
  show("a", a);
  return 0;
}
