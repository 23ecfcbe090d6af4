/* Patterns of several numbers: two floats, four shorts, a struct, a vector of 16 bytes that is 8 bytes again and again.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add
   RUN: %{check} --entries 5 -- none
   RUN: %{check} --entries 4 --expect-fallback "line 40: a path of the host program that cannot run on the device" -- differs
   RUN: %{check} --entries 4 --expect-fallback "line 40: a fill by a part of its pattern" -- half
   RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DREFUSED 2>&1 | FileCheck %s
*/
#include "setup.h"
#include <string.h>

static const size_t items = 64;
static cl_kernel add;
static cl_mem a, b;

static void step(int by) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

/* two numbers that each trip changes */
static void pairs(void) {
  cl_float2 at = {{0.5f, -0.0f}};
  for (int i = 0; i < 4; i++) {
    step(i);
    at.s[i & 1] += 1.25f * i;
    need(clEnqueueFillBuffer(queue, b, &at, sizeof at, 8 * i, 24, 0, NULL, NULL), "fill");
  }
}

/* twice the same pair; the caller may say otherwise of a later trip, and how much */
static int twice(int skew, size_t bytes) {
  int failed = 0, got[4];
  cl_int4 p = {{3, -8, 3, -8}};
  for (int i = 0; i < 5; i++) {
    step(i + 1);
    p.s[0] += 5;
    p.s[2] += i == 3 ? 5 + skew : 5;
    failed += clEnqueueFillBuffer(queue, b, &p, sizeof p, 64, i % 2 ? bytes : 48, 0, NULL, NULL) != CL_SUCCESS;
    need(clEnqueueReadBuffer(queue, b, CL_TRUE, 96, sizeof got, got, 0, NULL, NULL), "read");
    failed += got[1] & 1;
  }
  return failed;
}

typedef struct {
  cl_short kind;
  cl_uchar level, flags;
  cl_uint owner;
} cell;

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "none";
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  b = ints(64, 7);
  pairs();
  printf("%d\n", twice(!strcmp(which, "differs"), strcmp(which, "half") ? 32 : 40));
  cell c = {-2, 200, 1, 0xfffffff0u};
  for (int i = 0; i < 4; i++) { /* a struct */
    step(i);
    c.kind *= 3;
    c.level += 20;
    c.owner += 7;
    need(clEnqueueFillBuffer(queue, b, &c, sizeof c, 128 + 8 * i, 16, 0, NULL, NULL), "cells");
  }
  cl_short four[4] = {-1, 2, -3, 4};
  cl_uchar2 two = {{255, 1}};
  for (int i = 0; i < 4; i++) { /* four shorts, two bytes */
    step(four[i]);
    four[i] ^= i + 9;
    two.s[0] -= 3;
    need(clEnqueueFillBuffer(queue, b, four, sizeof four, 200, 16, 0, NULL, NULL), "shorts");
    need(clEnqueueFillBuffer(queue, b, &two, sizeof two, 220 + 2 * i, 6, 0, NULL, NULL), "bytes");
  }
  const cl_double4 zero = {{0}};
  for (int i = 0; i < 4; i++) { /* nothing, of 32 bytes */
    step(i);
    need(clEnqueueFillBuffer(queue, a, &zero, sizeof zero, 32, 32, 0, NULL, NULL), "zero");
  }
#ifdef REFUSED
  for (int i = 0; i < 3; i++) {
    cl_int4 ramp = {{1, 2, 3, 4}};
    step(i);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: 'clEnqueueFillBuffer' inside the loop is not supported: the pattern is longer than 8 bytes, and not the same 8 bytes again and again [PST1008]
    clEnqueueFillBuffer(queue, b, &ramp, sizeof ramp, 0, 64, 0, NULL, NULL);
  }
  struct {
    char key;
    int value;
  } holes = {1, 2};
  for (int i = 0; i < 3; i++) {
    step(i);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: 'clEnqueueFillBuffer' inside the loop is not supported: the pattern has bytes between its members, whose values are not known [PST1008]
    clEnqueueFillBuffer(queue, b, &holes, sizeof holes, 0, 64, 0, NULL, NULL);
  }
#endif
  show("a", a);
  show("b", b);
  return 0;
}
