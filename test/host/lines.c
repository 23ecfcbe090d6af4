/* What the program prints of its own lines: exits, checks, and what follows the loop. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 0
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 1
// RUN: env PERSISTIFY_FAULT=line-numbers not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 1
#include "setup.h"
#include <assert.h>

#define CHECK(call) \
  do { \
    cl_int err_ = (call); \
    if (err_ != CL_SUCCESS) { \
      printf("%s:%d in %s: %s gave %d\n", "file", __LINE__, __func__, #call, (int)err_); \
      return __LINE__; \
    } \
  } while (0)
#define HERE printf("line %d of %s\n", __LINE__, __func__)

static cl_kernel add;
static cl_mem a;
static const size_t items = 64;

static int first(void) {
  int v = 0;
  CHECK(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL));
  return v;
}

static int leaves(int n) {
  for (int i = 0; i < n; i++) {
    int v;
    CHECK(clSetKernelArg(add, 1, sizeof i, &i));
    CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL));
    if (v > 8) {
      printf("%d is too much, in line %d\n", v,
             __LINE__);
      HERE;
      return __LINE__;
    }
    if (v < 0)
      return __LINE__;
  }
  return __LINE__; /* behind the loop */
}

static int prints(int n) {
  for (int i = 0; i < n; i++) {
    CHECK(clSetKernelArg(add, 1, sizeof i, &i));
    CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
    printf("trip %d, line %d\n", i, __LINE__);
  } /* a comment */ HERE;
  return __LINE__;
}

static int twice(int n) {
  for (int i = 0; i < n; i++) { CHECK(clSetKernelArg(add, 1, sizeof i, &i)); CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL)); } for (int i = 0; i < n; i++) { CHECK(clSetKernelArg(add, 1, sizeof i, &i)); CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL)); }
  HERE;
  return __LINE__;
}

static int jumps(int n) {
  int i = 0, at = 0;
  do {
    CHECK(clSetKernelArg(add, 1, sizeof i, &i));
    CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
    if (i == n) {
      at = __LINE__;
      goto done;
    }
  } while (i++ < 10);

  at = __LINE__;
done:
  assert(at);
  return at * 1000 +
         __LINE__;
}

int main(int argc, char **argv) {
  int n = argc > 1 && atoi(argv[1]) ? 6 : 1;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
  printf("leaves %d\n", leaves(n));
  printf("prints %d\n", prints(n));
  printf("twice %d\n", twice(n));
  printf("jumps %d\n", jumps(n));
  printf("first %d, line %d\n", first(), __LINE__);
  show("a", a);
  return 0;
}
