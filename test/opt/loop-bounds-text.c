// The text of loops whose conditions are read once: a loop's end in a macro, with more behind it or not; types without a
// name, or whose name is another thing there. Not names that the loop declares, and not kernels that
// others call with arguments of their own. Two names of one buffer take no guard that would fail.
// REQUIRES: device
// RUN: %run-check %S/loop-bounds-text.cl %s --entries 3 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/loop-bounds-text.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/loop-bounds-text.persist.cl
#include "setup.h"

#define SET(k, at, x) clSetKernelArg(k, at, sizeof(x), &(x))
enum { N = 48 };
static size_t all = N;

static void launch(cl_kernel k, int at, int n) {
  clSetKernelArg(k, at, sizeof n, &n);
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &all, NULL, 0, NULL, NULL), "launch");
}

int main(void) {
  int t;
  size_t one = 1;
  start("loop-bounds-text.cl", "");
  cl_mem row = ints(N, 2), sorts = ints(N, 1), out = ints(N, 0), own = ints(N, 3), same = own;
  cl_kernel ends = kernel_named("ends"), declares = kernel_named("declares"), inner = kernel_named("inner"),
            outer = kernel_named("outer"), aliased = kernel_named("aliased");
  SET(ends, 0, row), SET(ends, 1, sorts), SET(ends, 2, out), SET(declares, 0, row), SET(declares, 1, out);
  SET(inner, 0, row), SET(inner, 1, own), SET(outer, 0, row), SET(outer, 1, out), SET(aliased, 0, own), SET(aliased, 1, same);

  // CHECK: loop-bounds: row of ends ({{.*}}); sorts of ends ({{[^;]*}}){{$}}
  // TEXT-LABEL: void ends_phase(
  // TEXT: e < row[v] % 4
  // TEXT: { const int p_once_1 = row[v];
  // TEXT-NEXT: for (int e = 0; e < p_once_1 % 3; e++) BUMP }
  // TEXT-NEXT: { const int p_once_2 = row[v];
  // TEXT-NEXT: for (int e = 0; e < p_once_2 % 6; e++) out[v] = LARGER(out[v], e + round); }
  // TEXT: e < row[v] % 7
  // TEXT: { const unsigned int p_once_3 = sorts[v].kind;
  // TEXT: { const int p_once_4 = row[val];
  // TEXT-LABEL: void declares_phase(
  // TEXT-NOT: p_once_
  // TEXT: Region of
  for (t = 0; t < 4; t++)
    launch(ends, 3, t), launch(declares, 2, t);
  show("out", out);

  // CHECK: loop-bounds: nothing to do
  for (t = 0; t < 3; t++)
    launch(inner, 2, t), launch(outer, 2, t);
  show("out", out), show("own", own);

  // CHECK: loop-bounds: nothing to do
  // CHECK-NOT: distinct buffers
  for (t = 0; t < 5; t++) {
    SET(aliased, 2, t);
    need(clEnqueueNDRangeKernel(queue, aliased, 1, NULL, &one, NULL, 0, NULL, NULL), "aliased");
  }
  show("own", own);
  return 0;
}
