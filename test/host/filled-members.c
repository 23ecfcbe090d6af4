/* memset of arrays that the loop has in device memory, as it does not know their lengths: the host has them afterwards.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 2
   RUN: env PERSISTIFY_FAULT=fill-kept not %{check} --entries 2 | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <string.h>

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct table {
  int used;
  int *counts;
  unsigned char *marks;
};
static void clear(struct table *t) {
  t->used++;
  memset(t->counts, 1, 8);
}
static void mark(struct table *t, int n) { memset(t->marks + 2, 7, 4 + 0 * n); }

int main(void) {
  int i, counts[4] = {0};
  unsigned char marks[8] = {0};
  struct table t = {0, counts, marks};
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 5; i++) {
    step(i);
    clear(&t);
  }
  for (i = 0; i < 5; i++) {
    step(3 * i);
    mark(&t, i);
  }
  printf("%d: %d %d %d, %d %d %d\n", t.used, counts[0], counts[1], counts[2], marks[1], marks[2], marks[6]);
  show("a", a);
  return 0;
}
