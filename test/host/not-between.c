/* Loops that cannot be entered or left between two trips, each for another reason, which --explain says; and one that unmaps what it
   maps, which can.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: rm -rf %t && %persistify --explain %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | grep -E "persistify_region_|between trips:" | FileCheck %s
*/
#include "setup.h"
enum { N = 32 };
static const size_t items = N;

int main(void) {
  cl_event last;
  cl_int err;
  int i, *p, sums = 0;
  cl_mem a, own;
  cl_kernel add;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(N, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  // CHECK: not-between.c:[[#@LINE+2]]:
  // CHECK: between trips: the loop can be entered and left
  for (i = 0; i < 9; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    p = (int *)clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, sizeof *p, 0, NULL, NULL, &err);
    sums += p[0];
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
  }
  // CHECK: not-between.c:[[#@LINE+2]]:
  // CHECK: between trips: the loop is not entered or left: the event of '&last', which trips hand on
  for (i = 0; i < 9; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, i ? 1 : 0, i ? &last : NULL, &last);
  }
  // CHECK: not-between.c:[[#@LINE+2]]:
  // CHECK: between trips: the loop is not entered or left: 'own', which keeps a buffer that trips make
  for (i = 0; i < 5; i++) {
    own = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof i, NULL, &err);
    clEnqueueCopyBuffer(queue, a, own, 0, 0, N * sizeof i, 0, NULL, NULL);
    clSetKernelArg(add, 0, sizeof own, &own);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueCopyBuffer(queue, own, a, 0, 0, N * sizeof i, 0, NULL, NULL);
    clReleaseMemObject(own);
  }
  clSetKernelArg(add, 0, sizeof a, &a);
  i = 8;
  // CHECK: not-between.c:[[#@LINE+2]]:
  // CHECK: between trips: the loop is not entered or left: its condition does something
  while (i--) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    printf("left %d\n", i);
  }
  printf("%d\n", sums);
  show("a", a);
  return 0;
}
