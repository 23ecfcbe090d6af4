/* Functions that launch and call themselves: the levels of a scan with a buffer for each, halves of a range, a walk up and down. They
   are taken in four times, one within the other, and eight times where a call makes one more; where the run needs more, the original loop runs.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 64
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 16
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 128
   RUN: env PERSISTIFY_FAULT=few-nested not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 128
   RUN: %long env PERSISTIFY_FAULT=no-recursion not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 64
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "a path of the host program that cannot run on the device" -- 512
*/
#include "setup.h"

static cl_kernel map, back, add;

static void set(cl_kernel k, cl_mem from, cl_mem to, int v) {
  need(clSetKernelArg(k, 0, sizeof from, &from), "from");
  need(clSetKernelArg(k, 1, sizeof to, &to), "to");
  need(clSetKernelArg(k, 2, sizeof v, &v), "value");
}

static void launch(cl_kernel k, size_t n) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL), "launch"); }

static void levels(cl_mem values, size_t n) {
  cl_int err;
  cl_mem sums = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof(int), NULL, &err);
  set(map, values, sums, (int)n);
  launch(map, n);
  if (n > 8)
    levels(sums, n / 2);
  set(back, sums, values, 1);
  launch(back, n / 2);
  clReleaseMemObject(sums);
}

/* Gives back what a caller goes on with. */
static int halves(cl_mem of, int from, int to, int least) {
  int v = to - from, left = v;
  clSetKernelArg(add, 0, sizeof of, &of);
  clSetKernelArg(add, 1, sizeof v, &v);
  launch(add, 16);
  if (to - from > least) {
    left = halves(of, from, from + v / 2, least);
    left += halves(of, from + v / 2, to, least);
  }
  return left + from;
}

static void down(cl_mem a, cl_mem b, int n, int *count) {
  if (n <= 0) {
    ++*count;
    return;
  }
  set(n & 1 ? map : back, a, b, n);
  launch(n & 1 ? map : back, 16);
  down(b, a, n - 4, count);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  int i, total = 0, count = 0;
  cl_mem a, b;
  start("steps.cl", "");
  map = kernel_named("map");
  back = kernel_named("map_back");
  add = kernel_named("add");
  a = ints(512, 1);
  b = ints(512, 40);
  for (i = 0; i < 3; i++)
    levels(a, n);
  for (i = 0; i < 2; i++)
    total = total * 3 + halves(b, i, n, n / 4);
  for (i = 0; i < 5; i++)
    down(a, b, i * n / 32 + 1, &count);
  printf("%d %d\n", total, count);
  show("a", a);
  show("b", b);
  return 0;
}
