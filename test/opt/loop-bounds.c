// What a loop's condition reads in each trip at the same place is read once, if nothing in the region writes the buffer:
// elements, members, vectors' components, by indices from other such buffers, by pointers; in nested loops, without braces, by macros.
// Not if a kernel, the host or another handle may write it; nor where another trip reads another place, where the first
// one may not read at all, or where the loop is entered in the middle.
// REQUIRES: device
// RUN: %run-check %S/loop-bounds.cl %s --entries 6 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/loop-bounds.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/loop-bounds.persist.cl
// RUN: %persistify %S/loop-bounds.cl %s -o %t --explain --no-opt=loop-bounds -- %cl_inc -I%S/../host/Inputs | FileCheck %s --check-prefix=OFF
// RUN: not grep p_once_2 %t/loop-bounds.persist.cl
// OFF-NOT: loop-bounds: {{.*}} of
// OFF:     loop-bounds: switched off
#include "setup.h"

enum { N = 48 };
static size_t all = N, few = N / 3, group = 8, one_item = 1;

#define SET(k, at, x) clSetKernelArg(k, at, sizeof(x), &(x))

static void launch(cl_kernel k, int at, int n, size_t *items, size_t *local) {
  clSetKernelArg(k, at, sizeof n, &n);
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, items, local, 0, NULL, NULL), "launch");
}

int main(void) {
  int t, n = N;
  start("loop-bounds.cl", "");
  cl_mem row = ints(2 * N, 0), pairs = ints(2 * N, 3), list = ints(N, 0), ends = ints(N + 2, 1), out = ints(N, 0), next = ints(N, -9),
         changing = ints(N + 3, 2), own = ints(2 * N, 0);
  cl_kernel rows = kernel_named("rows"), structs = kernel_named("structs"), vectors = kernel_named("vectors"),
            strides = kernel_named("strides"), limit = kernel_named("limit"), chain = kernel_named("chain"),
            perhaps = kernel_named("perhaps"), pointed = kernel_named("pointed"), unusual = kernel_named("unusual"),
            together = kernel_named("together"), writes = kernel_named("writes"), own_rows = kernel_named("own_rows"),
            changing_strides = kernel_named("changing_strides"), out_limit = kernel_named("out_limit");
  SET(rows, 0, row), SET(rows, 1, out), SET(structs, 0, pairs), SET(structs, 1, out), SET(vectors, 0, pairs), SET(vectors, 1, list);
  SET(vectors, 2, ends), SET(vectors, 3, out), SET(strides, 0, row), SET(strides, 1, out), SET(strides, 2, n), SET(limit, 0, pairs);
  SET(limit, 1, out), SET(chain, 0, next), SET(chain, 1, out), SET(perhaps, 0, row), SET(perhaps, 1, out), SET(perhaps, 2, n);
  SET(pointed, 0, row), SET(pointed, 1, out), SET(unusual, 0, row), SET(unusual, 1, changing), SET(unusual, 2, out);
  SET(together, 0, row), SET(together, 1, out), clSetKernelArg(together, 2, 8 * sizeof(int), NULL), SET(writes, 0, own);
  SET(own_rows, 0, own), SET(own_rows, 1, out), SET(changing_strides, 0, changing), SET(changing_strides, 1, out);
  SET(changing_strides, 2, n), SET(out_limit, 0, out), SET(out_limit, 1, out);

  // CHECK: loop-bounds.c:[[@LINE+17]]:
  // CHECK: loop-bounds: most of limit (loop at loop-bounds.cl:39); row of rows (loop at loop-bounds.cl:7); row of strides (loop at loop-bounds.cl:32); nodes of structs (loop at loop-bounds.cl:13); range of vectors (loop at loop-bounds.cl:19); list of vectors (loop at loop-bounds.cl:22); ends of vectors (loop at loop-bounds.cl:22){{$}}
  // CHECK: guards: {{.*}}rows.row and rows.out are distinct buffers
  // TEXT:      { const int p1_once_2 = row[v + 3];
  // TEXT-NEXT: for (int e = row[v]; e < p1_once_2; e++)
  // TEXT:      { const int p1_once_2 = nodes[v].first; const int p1_once_3 = nodes[v].count;
  // TEXT-NEXT: while (i < p1_once_2 + p1_once_3 % 5)
  // TEXT-NEXT:   atomic_xor(&out[v], i++ * round); }
  // TEXT:      { const int p1_once_2 = range[v].y;
  // TEXT-NEXT: for (int e = range[v].x; e < p1_once_2 + 2; e++)
  // TEXT:      { const int p1_once_3 = ends[list[v] % 7];
  // TEXT-NEXT: for (int e = 0; (e < p1_once_3) && out[v] != 12345; e++)
  // TEXT:      else { const int p1_once_4 = END(get_global_id(0)); for (int e = v; e < p1_once_4; e++)
  // TEXT:      { const int p1_once_2 = end[v];
  // TEXT-NEXT: for (int e = row[v]; e != p1_once_2; ++e)
  // TEXT:      { const unsigned char p1_once_2 = *most;
  // TEXT-NEXT: while (p_once_1++ < p1_once_2 % 9)
  for (t = 0; t < 5; t++) {
    launch(rows, 2, t, &all, NULL), launch(structs, 2, t, &all, NULL), launch(vectors, 4, t, &all, NULL);
    launch(strides, 3, t, &few, NULL), launch(limit, 2, t, &all, NULL);
  }
  show("out", out);

  // CHECK: loop-bounds.c:[[@LINE+4]]:
  // CHECK: loop-bounds: nothing to do
  // TEXT-NOT: p1_once_2 =
  // TEXT: persistify_region_1(
  for (t = 0; t < 4; t++) {
    launch(chain, 2, t, &few, NULL), launch(perhaps, 3, t, &all, NULL), launch(pointed, 2, t, &few, NULL);
    launch(together, 3, t, &all, &group);
  }
  show("out", out);
  // CHECK: loop-bounds.c:[[@LINE+2]]:
  // CHECK: loop-bounds: nothing to do
  for (t = 0; t < 4; t++)
    launch(unusual, 3, t, &all, NULL);
  show("out", out);

  // One of the region's kernels writes to it: by this handle, by another one.
  // CHECK: loop-bounds.c:[[@LINE+2]]:
  // CHECK: loop-bounds: nothing to do
  for (t = 0; t < 4; t++) {
    launch(own_rows, 2, t, &few, NULL), launch(writes, 1, t % 2, &few, NULL);
    launch(own_rows, 2, t, &few, NULL);
  }
  show("out", out), show("own", own);

  // The host does.
  // CHECK: loop-bounds.c:[[@LINE+2]]:
  // CHECK: loop-bounds: nothing to do
  for (t = 0; t < 4; t++) {
    need(clEnqueueWriteBuffer(queue, changing, CL_TRUE, 8, sizeof t, &t, 0, NULL, NULL), "write");
    launch(changing_strides, 3, t, &few, NULL);
  }
  show("out", out);

  // The kernel itself may, as its arguments may be one buffer.
  // CHECK: loop-bounds.c:[[@LINE+2]]:
  // CHECK: loop-bounds: nothing to do
  for (t = 0; t < 4; t++)
    launch(out_limit, 2, t, &one_item, NULL);
  show("out", out);
  return 0;
}
