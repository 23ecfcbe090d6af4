/* Kernels that race within a launch are told of, others are not. What races finds equal values here, so that the results are known.
   RUN: rm -rf %t && %persistify %S/races.cl %s -o %t -- %cl_inc -I%S/Inputs > %t.log 2>&1
   RUN: FileCheck %s --input-file %t.log --implicit-check-not=PST3024 --implicit-check-not=warning
   RUN: FileCheck %s --check-prefix=TABLE --input-file %t/races.persist.h
   TABLE: {{..}}races{{..}} "kernel 'R_barrier': a work-item reads an element of 'told' (races.cl:6) that another one, of another work-group, writes in the same launch (races.cl:8)"
   TABLE: {{..}}races{{..}} PERSISTIFY_NULL
   RUN: %persistify %S/races.cl %s --dry-run --explain -- %cl_inc -I%S/Inputs 2>%t.said | FileCheck %s --check-prefix=EXPLAIN
   EXPLAIN: race: a work-item reads an element of 'told' (races.cl:6) that another one, of another work-group, writes in the same launch (races.cl:8)
   RUN: %persistify %S/races.cl %s --dry-run --report=json -- %cl_inc -I%S/Inputs 2>&1 | grep -q PST3024
   RUN: env PERSISTIFY_FAULT=no-races %persistify %S/races.cl %s --dry-run -- %cl_inc -I%S/Inputs > %t.fault 2>&1
   RUN: env PERSISTIFY_FAULT=no-races not FileCheck %s --input-file %t.fault
   RUN: env PERSISTIFY_FAULT=one-group %persistify %S/races.cl %s --dry-run -- %cl_inc -I%S/Inputs > %t.group 2>&1
   RUN: env PERSISTIFY_FAULT=one-group not FileCheck %s --input-file %t.group --implicit-check-not=PST3024
   RUN: env PERSISTIFY_FAULT=any-limits %persistify %S/races.cl %s --dry-run -- %cl_inc -I%S/Inputs > %t.limits 2>&1
   RUN: env PERSISTIFY_FAULT=any-limits not FileCheck %s --input-file %t.limits --implicit-check-not=PST3024
   RUN: %run-check %S/races.cl %s --host-flag=-I%S/Inputs --entries 28
*/
#include "setup.h"

enum { W = 16, N = W * W };
static cl_mem t, u, v;

static cl_kernel with(const char *name, cl_mem first) {
  cl_kernel k = kernel_named(name);
  clSetKernelArg(k, 0, sizeof first, &first);
  return k;
}
static void number(cl_kernel k, cl_uint at, int v) { clSetKernelArg(k, at, sizeof v, &v); }
static void fill(cl_mem b, int first, int step) {
  int all[2 * N], i;
  for (i = 0; i < 2 * N; i++)
    all[i] = first + step * i;
  need(clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL), "write");
}

static void racing(void) {
  const size_t inner[2] = {W - 2, W - 2}, all[2] = {W, W}, line = N - 2, rows = W, some = 7, eight = 8, items = 128;
  int trip;
  cl_kernel k = with("R_barrier", t);
  fill(t, 5, 0);
  number(k, 1, W);
  number(k, 2, W);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}note: kernel 'R_barrier': a work-item reads an element of 'told' (races.cl:6) that another one, of another work-group, writes in the same launch (races.cl:8): what it leaves may depend on their order, in the original loop, too [PST3024]
    clEnqueueNDRangeKernel(queue, k, 2, NULL, inner, NULL, 0, NULL, NULL);
  }
  k = with("R_helpers", t);
  number(k, 1, W);
  number(k, 2, W);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_helpers': a work-item reads an element of 't' (races.cl:12) that another one writes in the same launch (races.cl:13): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 2, NULL, all, NULL, 0, NULL, NULL);
  }
  k = with("R_rows", t);
  number(k, 1, W);
  number(k, 2, W);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_rows': a work-item reads an element of 't' (races.cl:29) that another one writes in the same launch (races.cl:29): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &rows, NULL, 0, NULL, NULL);
  }
  k = with("R_divided", t);
  number(k, 1, W);
  number(k, 2, N);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_divided': a work-item reads an element of 't' (races.cl:38) that another one writes in the same launch (races.cl:38): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  k = with("R_tile", t);
  clSetKernelArg(k, 1, 9 * sizeof(cl_int), NULL);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_tile': a work-item reads an element of 't' (races.cl:45) that another one, of another work-group, writes in the same launch (races.cl:47): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &eight, 0, NULL, NULL);
  }
  k = with("R_stride", t);
  number(k, 1, N);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_stride': a work-item reads an element of 't' (races.cl:61) that another one writes in the same launch (races.cl:61): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  k = with("R_members", t);
  number(k, 1, (int)items);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_members': a work-item reads an element of 'p' (races.cl:71) that another one writes in the same launch (races.cl:71): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("t", t);
  /* One buffer by two parameters; and two of them. */
  fill(t, 7, 0);
  fill(u, 7, 0);
  k = kernel_named("R_two");
  for (trip = 0; trip < 3; trip++) {
    clSetKernelArg(k, 0, sizeof t, &t);
    clSetKernelArg(k, 1, sizeof t, &t);
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_two': a work-item reads an element of 'in' (races.cl:56) that another one writes in the same launch (races.cl:56, by 'out', which is the same buffer): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  for (trip = 0; trip < 3; trip++) {
    clSetKernelArg(k, 0, sizeof t, &t);
    clSetKernelArg(k, 1, sizeof u, &u);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  show("u", u);
  /* What is added is 0. */
  fill(t, 0, 0);
  k = with("R_sum", t);
  clSetKernelArg(k, 1, sizeof u, &u);
  for (trip = 0; trip < 3; trip++) {
    // CHECK: races.c:[[#@LINE+1]]:{{.*}}kernel 'R_sum': a work-item reads an element of 'sum' (races.cl:51) that another one writes in the same launch (races.cl:51): what {{.*}}PST3024]
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &some, NULL, 0, NULL, NULL);
  }
  show("sum", u);
}

// CHECK-NOT: PST3024
static void others(void) {
  const size_t all[2] = {W, W}, line = N - 2, half = N / 2, sixteen = 16;
  int trip;
  cl_kernel k = with("colours", t);
  fill(t, 3, 2);
  fill(u, 1, 1);
  number(k, 1, N);
  for (trip = 0; trip < 4; trip++) {
    number(k, 2, trip % 2);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  k = with("odd_even", t);
  number(k, 1, N);
  for (trip = 0; trip < 4; trip++) {
    number(k, 2, trip % 2);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  k = with("bits", t);
  number(k, 1, N);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  k = with("tree", t);
  for (trip = 0; trip < 4; trip++) {
    number(k, 1, N >> (trip + 1));
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  k = with("pivot", t);
  number(k, 1, W);
  for (trip = 0; trip < 4; trip++) {
    number(k, 2, trip);
    clEnqueueNDRangeKernel(queue, k, 2, NULL, all, NULL, 0, NULL, NULL);
  }
  k = with("planes", t);
  for (trip = 0; trip < 4; trip++) {
    number(k, 1, trip % 2 * N);
    number(k, 2, (trip + 1) % 2 * N);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  k = with("modes", t);
  clSetKernelArg(k, 1, sizeof u, &u);
  for (trip = 0; trip < 4; trip++) {
    number(k, 2, trip % 2);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  k = with("alone", t);
  number(k, 1, N);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &line, NULL, 0, NULL, NULL);
  }
  k = with("apart", t);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  k = with("group", t);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &sixteen, &sixteen, 0, NULL, NULL);
  }
  k = with("tails", t);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, &sixteen, 0, NULL, NULL);
  }
  k = with("counted", t);
  clSetKernelArg(k, 1, sizeof u, &u);
  for (trip = 0; trip < 4; trip++) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  }
  fill(u, 0, 0);
  k = with("flags", t);
  clSetKernelArg(k, 1, sizeof u, &u);
  clSetKernelArg(k, 2, sizeof v, &v);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  k = with("columns", t);
  clSetKernelArg(k, 1, sizeof u, &u);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  k = with("edge", t);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, &sixteen, 0, NULL, NULL);
  k = with("group_rows", t);
  number(k, 1, (int)sixteen);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, &sixteen, 0, NULL, NULL);
  k = with("last", t);
  number(k, 1, N / 2);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &half, NULL, 0, NULL, NULL);
  k = with("halves", t);
  for (trip = 0; trip < 4; trip++)
    clEnqueueNDRangeKernel(queue, k, 2, NULL, all, NULL, 0, NULL, NULL);
  show("t", t);
  show("u", u);
  show("v", v);
}

int main(void) {
  start("races.cl", "");
  t = ints(2 * N, 1);
  u = ints(2 * N, 1);
  v = ints(2, 0);
  racing();
  others();
  return 0;
}
