/* Messages that a check is given with every call, made by functions with tables and buffers of their own, and
   read only when something went wrong. Sizes in structs that are handed on by value, and a local size that is
   an element of a table, or none. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --allow-kernel add
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --allow-kernel add -- 2
// RUN: env PERSISTIFY_FAULT=all-arguments not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --allow-kernel add
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DREAD 2>&1 | FileCheck %s
#include "setup.h"
#include <stdarg.h>

typedef struct {
  unsigned dims;
  size_t of[3];
} Extent;

typedef struct {
  int kind;
  size_t local;
} Profile;

static Profile profiles[4];
static int chosen;
static unsigned seen;

static Extent line(size_t n) {
  Extent e = {1, {n, 1, 1}};
  return e;
}
static Extent block(size_t x, size_t y, size_t z) {
  Extent e = {3, {x, y, z}};
  return e;
}

/* the name of an error; of those that are not known the number, in memory that the next one gets, too */
static const char *explain(cl_int code) {
  static struct {
    cl_int code;
    const char *name;
  } names[] = {{CL_INVALID_VALUE, "a value"}, {CL_INVALID_KERNEL_ARGS, "arguments"}, {CL_OUT_OF_RESOURCES, "resources"}, {0, NULL}};
  static char number[32];
  int i = 0;
  while (names[i].name && names[i].code != code)
    i++;
  if (names[i].name)
    return names[i].name;
  snprintf(number, sizeof number, "error %d", (int)code);
  return number;
}

static void expect(cl_int err, const char *format, ...) {
  if (err != CL_SUCCESS) {
    va_list rest;
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    exit(1);
  }
}

static void require_ok(cl_int err, const char *why) {
#ifdef READ
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: cannot tell what 'why' points to [PST1017]
  seen += (unsigned char)why[0];
#endif
  if (err != CL_SUCCESS) {
    fprintf(stderr, "%s\n", why);
    exit(1);
  }
}

static void launch(cl_kernel k, const Extent global, Extent local, const char *name) {
  cl_int err = clEnqueueNDRangeKernel(queue, k, global.dims, NULL, global.of, local.dims < 1 ? NULL : local.of, 0, NULL, NULL);
  expect(err, "%s in %s (%d)\n", explain(err), name, err);
}

static void shift(cl_kernel k, cl_mem a, int n, Extent items) {
  const Extent one = {0, {0, 0, 0}};
  for (int i = 0; i < n; i++) {
    cl_int err = clSetKernelArg(k, 0, sizeof a, &a);
    require_ok(err, explain(err));
    err = clSetKernelArg(k, 1, sizeof i, &i);
    require_ok(err, explain(err));
    launch(k, items, one, "shift");
  }
}

int main(int argc, char **argv) {
  const char *last;
  start("steps.cl", "");
  cl_mem a = ints(256, 1);
  cl_kernel add = kernel_named("add"), stamp = kernel_named("stamp");
  chosen = argc > 1 ? atoi(argv[1]) : 1;
  last = explain(-4711);
  printf("%s\n", last);

  shift(add, a, 5, line(64));
  printf("%s\n", last); /* of the last call: 0 */
  explain(-1);
  {
    const Extent all = block(8, 8, 4), some = block(4, 2, 1);
    require_ok(clSetKernelArg(stamp, 0, sizeof a, &a), "0");
    for (int i = 0; i < 4; i++) {
      require_ok(clSetKernelArg(stamp, 1, sizeof i, &i), "1");
      launch(stamp, all, some, "stamp");
    }
  }
  printf("%s\n", last);
  explain(-2);
  profiles[2].local = 16;
  for (int i = 0; i < 6; i++) {
    size_t items = 64, *local = profiles[chosen].local ? &profiles[chosen].local : NULL;
    expect(clSetKernelArg(add, 1, sizeof i, &i), "%s\n", explain(0));
    expect(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, local, 0, NULL, NULL), "%d\n", i);
  }
  printf("%s\n", last);
  for (int i = 0; i < 3; i++) {
    size_t items = 64, *local = i == 1 ? NULL : chosen ? &profiles[2].local : &items;
    require_ok(clSetKernelArg(add, 1, sizeof i, &i), explain(i));
    require_ok(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, local, 0, NULL, NULL), explain(-i));
  }
  printf("%s\n", last);
  show("a", a);
  printf("%u\n", seen);
  return 0;
}
