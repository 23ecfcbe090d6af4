/* A function that is given a pointer may look around what it points to, also where the host calls it behind the region.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --entries 1 -- apart
   RUN: %{check} --expect-fallback "are the same memory"
   RUN: env PERSISTIFY_FAULT=one-element not %{check} --expect-fallback "are the same memory" | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;
static time_t last;

struct point {
  int x, y;
};

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void line(const int *p, int n) {
  int i;
  for (i = 0; i < n; i++)
    printf("%d ", p[i]);
  puts("");
  last = time(NULL);
}
static void points(const struct point *p, int n) {
  int i;
  for (i = 0; i < n; i++)
    printf("%d,%d ", p[i].x, p[i].y);
  puts("");
  last = time(NULL);
}

int main(int argc, char **argv) {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, others[4] = {1, 2, 3, 4}, counts[8] = {0}, i;
  int *best = values + argc + 1, *all = values;
  const int *seen = argc > 1 ? others : counts;
  struct point places[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  cl_mem a;
  (void)argv;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < 5; i++) { /* the entry looks whether it is the array */
    step(i);
    counts[i] += i;
    line(seen, 4);
  }
  if (argc > 1)
    return 0;
  for (i = 0; i < 5; i++) { /* of two pointers nobody knows */
    step(i);
    *best += i;
    line(all, 4);
  }
  for (i = 0; i < 5; i++) { /* another element of the array */
    step(i);
    places[2].x += i;
    points(&places[1], 3);
  }
  show("a", a);
  return 0;
}
