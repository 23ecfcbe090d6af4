/* Numbers whose bytes are copied, and numbers that transfers of a size known late only fill: not moved, and right. */
/* REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 --allow-kernel add=16
   RUN: env PERSISTIFY_FAULT=any-mirror not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 --allow-kernel add=16 */
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void go(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int packed(int n) {
  int i, all = 0;
  for (i = 0; i < 4; i++) {
    unsigned char by[4];
    int v = 3 + i * n;
    memcpy(by, &v, sizeof v);
    go(v);
    all = all * 7 + by[0] + by[1];
  }
  return all;
}

static int unpacked(void) {
  int i, all = 0;
  unsigned char by[4] = {1, 2, 0, 0};
  for (i = 0; i < 4; i++) {
    int v = 0;
    by[2] = (unsigned char)i;
    memcpy(&v, by, sizeof v);
    go(v & 255);
    all += v;
  }
  return all;
}

static int filled(int n) {
  int i, all = 0;
  for (i = 0; i < 4; i++) {
    int v = 5;
    go(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4 * i, n * sizeof v, &v, 0, NULL, NULL);
    all = all * 3 + v;
  }
  return all;
}

static int member(int n) {
  int i, all = 0;
  for (i = 0; i < 4; i++) {
    struct {
      int b, c;
    } s = {i, 2};
    go(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4 * i, n * sizeof s.c, &s.c, 0, NULL, NULL);
    all = all * 3 + s.c + s.b;
  }
  return all;
}

int main(int argc, char **argv) {
  int i, x, y, z, w;
  (void)argv;
  start("steps.cl", "");
  a = ints(64, 0);
  k = kernel_named("add");
  x = packed(argc);
  y = unpacked();
  z = filled(argc);
  w = member(argc);
  for (i = 0; i < 4; i++)
    go(2 * i);
  show("a", a);
  printf("%d %d %d %d\n", x, y, z, w);
  return 0;
}
