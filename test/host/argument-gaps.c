/* A struct with bytes between its members, as an argument that the kernel keeps whole: they are what the host has there on entry; in a
   struct of the trip's own, which the program sets to zero, they are zero.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/argument-gaps.cl %s --host-flag=-I%S/Inputs --entries 2
   RUN: %{check}
   RUN: env PERSISTIFY_FAULT=gaps-of-host not %{check}
   RUN: %long env PERSISTIFY_FAULT=gaps-in-arguments not %{check}
*/
#include "setup.h"

typedef struct {
  cl_char c;
  cl_long l;
  cl_short s;
  cl_int i;
  cl_uchar last;
} gappy;

int main(void) {
  const size_t global = 32;
  cl_kernel keep;
  cl_mem all;
  gappy one;
  int t;
  start("argument-gaps.cl", "");
  keep = kernel_named("keep");
  all = ints(32 * sizeof(gappy) / sizeof(int), 1);
  memset(&one, 0xa5, sizeof one);
  one.c = 1;
  one.s = 2;
  one.i = 3;
  one.last = 4;
  one.l = 1ll << 33;
  clSetKernelArg(keep, 0, sizeof all, &all);
  for (t = 0; t < 5; t++) {
    clSetKernelArg(keep, 1, sizeof one, &one);
    clEnqueueNDRangeKernel(queue, keep, 1, NULL, &global, NULL, 0, NULL, NULL);
    one.c -= 50;
    one.s = (cl_short)(one.s * 3 + t);
    one.i += one.last++;
    one.l ^= t;
  }
  for (t = 0; t < 5; t++) {
    gappy own;
    memset(&own, 0, sizeof own);
    own.c = (cl_char)t;
    own.l = one.l + t;
    clSetKernelArg(keep, 1, sizeof own, &own);
    clEnqueueNDRangeKernel(queue, keep, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  printf("%d %d %d\n", one.c, one.s, one.i);
  show("all", all);
  return 0;
}
