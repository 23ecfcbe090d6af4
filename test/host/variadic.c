/* Functions with an unknown number of arguments: pairs of size and address by count, tagged
   values up to an end mark, a format, a list that is handed on, one that is read twice. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
// In C++ a va_list is an object that something makes.
// RUN: rm -rf %t && mkdir %t && cp %S/steps.cl %t && cp %s %t/variadic.cpp && %run-check %t/steps.cl %t/variadic.cpp --host-flag=-I%S/Inputs --entries 7
// RUN: env PERSISTIFY_FAULT=made-lists not %run-check %t/steps.cl %t/variadic.cpp --host-flag=-I%S/Inputs --entries 7
#include "setup.h"
#include <stdarg.h>

static const size_t items = 64;

/* count, then size and address of each argument */
static void set(cl_kernel k, int count, ...) {
  va_list ap;
  va_start(ap, count);
  for (int i = 0; i < count; i++) {
    size_t size = va_arg(ap, size_t);
    const void *value = va_arg(ap, const void *);
    need(clSetKernelArg(k, (cl_uint)i, size, value), "set");
  }
  va_end(ap);
}

/* tag and value, up to END */
enum tag { END, BUFFER, INT, SPACE };
static void run(cl_kernel k, size_t n, size_t local, ...) {
  va_list list;
  enum tag t;
  cl_uint at = 0;
  va_start(list, local);
  while ((t = (enum tag)va_arg(list, int)) != END) {
    cl_int err = CL_INVALID_VALUE;
    switch (t) {
    case BUFFER: {
      cl_mem m = va_arg(list, cl_mem);
      err = clSetKernelArg(k, at, sizeof m, &m);
      break;
    }
    case INT: {
      int v = va_arg(list, int);
      err = clSetKernelArg(k, at, sizeof v, &v);
      break;
    }
    case SPACE:
      err = clSetKernelArg(k, at, va_arg(list, size_t), NULL);
      break;
    default:
      break;
    }
    at++;
    need(err, "run");
  }
  va_end(list);
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, local ? &local : NULL, 0, NULL, NULL), "launch");
}

/* the list of another function */
static cl_uint from_list(cl_kernel k, cl_uint at, unsigned buffers, va_list ap) {
  while (buffers-- > 0) {
    cl_mem m = va_arg(ap, cl_mem);
    need(clSetKernelArg(k, at++, sizeof m, &m), "from_list");
  }
  return at;
}
static void buffers_then_int(cl_kernel k, unsigned buffers, ...) {
  va_list ap;
  int v;
  va_start(ap, buffers);
  cl_uint at = from_list(k, 0, buffers, ap);
  v = va_arg(ap, int);
  va_end(ap);
  need(clSetKernelArg(k, at, sizeof v, &v), "int");
}

/* read twice */
static int sum(int n, ...) {
  va_list one, two;
  int total = 0;
  va_start(one, n);
  va_copy(two, one);
  for (int i = 0; i < n; i++)
    total += va_arg(one, int);
  if (n > 1)
    total *= va_arg(two, int);
  va_end(two);
  va_end(one);
  return total;
}

/* an argument that is only taken on one way */
static int pick(int which, ...) {
  va_list ap;
  int v;
  va_start(ap, which);
  v = which ? va_arg(ap, int) : 100;
  v += which > 1 && va_arg(ap, int) == 7;
  if (which < 2)
    va_end(ap);
  return v;
}
/* pointers that are set on one way */
static int pointed(int c, int a, int b) {
  int *p = &a, *q = &b;
  if (c && (q = &a))
    p = &b;
  return 10 * *p + (c > 1 ? (q = p, *q) : *q);
}

static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch"); }

/* output, which is no part of the region */
static void say(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
}

int main(void) {
  start("steps.cl", "");
  cl_mem a = ints(64, 1), b = ints(64, 7), found = ints(1, 0);
  cl_kernel map = kernel_named("map"), add = kernel_named("add"), raise = kernel_named("raise"), total = kernel_named("total");

  for (int i = 0; i < 5; i++) {
    set(map, 3, sizeof(cl_mem), &a, sizeof(cl_mem), &b, sizeof i, &i);
    launch(map);
    set(add, 2, sizeof(cl_mem), (void *)&a, sizeof(int), (void *)&i);
    launch(add);
  }
  for (int i = 0; i < 4; i++) {
    run(map, items, 0, BUFFER, i % 2 ? b : a, BUFFER, i % 2 ? a : b, INT, 3 * i, END);
    run(total, items, 16, BUFFER, a, BUFFER, found, SPACE, 16 * sizeof(int), INT, 60, END);
  }
  for (int i = 0; i < 3; i++) {
    buffers_then_int(map, 2, b, a, i - 1);
    launch(map);
    buffers_then_int(add, 1, b, 5);
    launch(add);
  }
  int again, trips = 0;
  do { /* the limit rises with what is read back */
    again = 0;
    need(clEnqueueWriteBuffer(queue, found, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL), "write");
    run(raise, items, 0, BUFFER, a, BUFFER, found, INT, 40000 + sum(3, trips, 2, 1), END);
    need(clEnqueueReadBuffer(queue, found, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL), "read");
  } while (again && ++trips < 12);
  for (int i = 0; i < 3; i++) {
    run(add, items, 0, BUFFER, a, INT, i, END);
    say("%d of %s\n", i, "three");
  }
  for (int i = 0; i < sum(2, 1, 3) - 1; i++) /* in the test */
    run(add, items, 0, BUFFER, b, INT, sum(1, i), END);
  for (int i = 0; i < 4; i++) {
    run(add, items, 0, BUFFER, a, INT, pick(1, i, 9) + pick(0, i), END);
    run(add, items, 0, BUFFER, b, INT, pointed(1, i, 3) + pointed(0, 5, i), END);
  }
  show("a", a);
  show("b", b);
  printf("%d trips\n", trips);
  return 0;
}
