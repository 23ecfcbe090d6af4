// Phases with the same work-items and no barrier between them are one loop, whatever the host does between the
// launches that needs neither; with other sizes, other arguments of the same kernel, whole work-groups, or only
// sometimes, they are not.
// REQUIRES: device
// RUN: %run-check %S/merging.cl %s --host-flag=-I%S/../host/Inputs --entries 7
// RUN: %persistify %S/merging.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/merging.persist.cl
// RUN: %persistify %S/merging.cl %s -o %t --explain --no-opt=merging -- %cl_inc -I%S/../host/Inputs | FileCheck %s --check-prefix=OFF
// OFF-NOT: merging: line
// OFF:     merging: switched off
#include "setup.h"

#define CHECK(call) \
  do { \
    cl_int e_ = (call); \
    if (e_ == CL_SUCCESS) \
      break; \
    fprintf(stderr, "%s: %d\n", #call, e_); \
    exit(1); \
  } while (0)

enum { N = 352, TRIPS = 6 };
static cl_kernel square, lower, also, count, back, plane, plane2, turn;
static cl_mem a, b, c, d, bins;

static void set(cl_kernel k, cl_mem in, cl_mem out, int at, int n) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, at, sizeof n, &n);
}

int main(void) {
  size_t all = N, half = 160, local = 32, other = 16, size, wide[2] = {22, 16};
  start("merging.cl", "");
  square = kernel_named("square"), lower = kernel_named("lower"), also = kernel_named("lower");
  count = kernel_named("count"); back = kernel_named("back"), plane = kernel_named("plane"), plane2 = kernel_named("plane2"), turn = kernel_named("turn");
  a = ints(N, 3), b = ints(N, 1), c = ints(N, 2), d = ints(N, 9), bins = ints(8, 0);
  set(square, a, b, 2, N), set(lower, b, c, 3, N), set(count, c, bins, 2, N), set(back, b, c, 2, N), set(also, a, d, 3, N);

  // Three in a row, with arguments set and checks of errors between them.
  // CHECK:     merging.c:[[@LINE+2]]:
  // CHECK:     merging: line [[@LINE+4]] with line [[@LINE+2]]; line [[@LINE+6]] with line [[@LINE+2]]
  for (int t = 0; t < TRIPS; t++) {
    CHECK(clEnqueueNDRangeKernel(queue, square, 1, NULL, &all, NULL, 0, NULL, NULL));
    CHECK(clSetKernelArg(lower, 2, sizeof t, &t));
    CHECK(clEnqueueNDRangeKernel(queue, lower, 1, NULL, &all, NULL, 0, NULL, NULL));
    CHECK(clSetKernelArg(also, 2, sizeof t, &t));
    CHECK(clEnqueueNDRangeKernel(queue, also, 1, NULL, &all, NULL, 0, NULL, NULL));
    CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &all, NULL, 0, NULL, NULL));
  }
  // TEXT:      P_FOR_ITEMS{{.*}}(p_v, p_r_1{{.*}}) {
  // TEXT-NEXT: square_phase(
  // TEXT-NEXT: lower_phase(
  // TEXT-NEXT: lower_phase(
  // TEXT-NEXT: }

  // In two dimensions, with a size that each trip changes.
  // CHECK:     merging.c:[[@LINE+3]]:
  // CHECK:     merging: line [[@LINE+6]] with line [[@LINE+5]]
  set(plane, a, c, 1, 0), set(plane2, b, d, 1, 0);
  for (int t = 0; t < TRIPS; t++) {
    wide[1] = 16 - t;
    clSetKernelArg(plane, 1, sizeof c, &c);
    clEnqueueNDRangeKernel(queue, plane, 2, NULL, wide, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, plane2, 2, NULL, wide, NULL, 0, NULL, NULL);
  }

  // A barrier; one of them only sometimes.
  // CHECK:     merging.c:[[@LINE+2]]:
  // CHECK:     merging: nothing to do
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(queue, square, 1, NULL, &all, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, back, 1, NULL, &all, NULL, 0, NULL, NULL);
    if (t % 2)
      clEnqueueNDRangeKernel(queue, count, 1, NULL, &all, NULL, 0, NULL, NULL);
  }

  // One kernel with other arguments.
  // CHECK:     merging.c:[[@LINE+2]]:
  // CHECK:     merging: nothing to do
  for (int t = 0; t < TRIPS; t++) {
    set(lower, a, c, 2, t);
    clEnqueueNDRangeKernel(queue, lower, 1, NULL, &all, NULL, 0, NULL, NULL);
    set(lower, b, d, 2, 2 * t);
    clEnqueueNDRangeKernel(queue, lower, 1, NULL, &all, NULL, 0, NULL, NULL);
  }

  // Another size; another local size; a size that changes between them.
  // CHECK:     merging.c:[[@LINE+3]]:
  // CHECK:     merging: nothing to do
  set(also, a, d, 2, 1);
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(queue, square, 1, NULL, &all, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, also, 1, NULL, &half, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, count, 1, NULL, &half, &other, 0, NULL, NULL);
  }
  // CHECK:     merging.c:[[@LINE+2]]:
  // CHECK:     merging: nothing to do
  for (int t = 0; t < TRIPS; t++) {
    size = N - 5 * (size_t)t;
    clEnqueueNDRangeKernel(queue, square, 1, NULL, &size, NULL, 0, NULL, NULL);
    size = N - 9 * (size_t)t;
    clEnqueueNDRangeKernel(queue, also, 1, NULL, &size, NULL, 0, NULL, NULL);
  }

  // Whole work-groups.
  // CHECK:     merging.c:[[@LINE+4]]:
  // CHECK:     merging: nothing to do
  clSetKernelArg(turn, 0, sizeof d, &d);
  clSetKernelArg(turn, 1, local * sizeof(int), NULL);
  for (int t = 0; t < TRIPS; t++) {
    clEnqueueNDRangeKernel(queue, square, 1, NULL, &all, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, turn, 1, NULL, &all, &local, 0, NULL, NULL);
  }
  show("b", b), show("c", c), show("d", d), show("bins", bins);
  return 0;
}
