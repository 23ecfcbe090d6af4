/* What arguments a call gives is said by a text that the function goes through, and kernels
   are named by texts that are put together. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc -DBACKWARDS 2>&1 | FileCheck %s
#include "setup.h"
#include <stdarg.h>

struct stage {
  char name[24];
  cl_kernel kernel;
};

/* the copy may lack its end, which is written to be sure */
static struct stage stage(const char *name) {
  struct stage s;
  const size_t room = sizeof s.name;
  strncpy(s.name, name, room - 1);
  s.name[room - 1] = '\0';
  s.kernel = kernel_named(s.name);
  return s;
}

/* "b b i": a letter for each argument, read with a pointer */
static void set(struct stage s, const char *kinds, ...) {
  va_list rest;
  cl_uint at = 0;
  if (kinds == NULL)
    return;
  va_start(rest, kinds);
  for (const char *c = kinds; *c != '\0'; c++) {
    if (*c == ' ')
      continue;
    switch (*c) {
    case 'b': {
      cl_mem m = va_arg(rest, cl_mem);
      need(clSetKernelArg(s.kernel, at++, sizeof m, &m), s.name);
      break;
    }
    case 'i': {
      int v = va_arg(rest, int);
      need(clSetKernelArg(s.kernel, at++, sizeof v, &v), s.name);
      break;
    }
    default:
      fprintf(stderr, "no argument '%c' in %s\n", *c, kinds);
      exit(1);
    }
  }
  va_end(rest);
}

/* "%m%m%d", in the way of printf: the letter stands behind the mark */
static void run(cl_kernel k, size_t items, const char *format, ...) {
  va_list list;
  cl_uint at = 0;
  va_start(list, format);
  while (*format) {
    if (*format++ != '%')
      exit(1);
    if (*format == 'm') {
      cl_mem m = va_arg(list, cl_mem);
      need(clSetKernelArg(k, at, sizeof m, &m), "run");
    } else if (*format == 'd') {
      int v = va_arg(list, int);
      need(clSetKernelArg(k, at, sizeof v, &v), "run");
    } else if (*format == '[') { /* local memory: so many ints, as digits */
      size_t n = 0;
      for (format += 1; *format != ']'; ++format)
        n = n * 10 + (size_t)(*format - '0');
      need(clSetKernelArg(k, at, n * sizeof(int), NULL), "run");
    }
    format = format + 1;
    at++;
  }
  va_end(list);
#ifdef BACKWARDS
  format--;
  items += *format == 'd';
#endif
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, items > 32 ? NULL : &items, 0, NULL, NULL), "launch");
}
// CHECK: cannot tell what 'format' points to [PST1017]

/* by index, with no other end than the null character */
static int given(const char *letters, char wanted) {
  int i, n = 0;
  for (i = 0;; i++) {
    if (letters[i] == 0)
      break;
    n += letters[i] == wanted;
  }
  return n + (letters[0] == wanted) * 10;
}

int main(void) {
  static const char *const ends[3] = {"", "_back", "_twice"};
  start("steps.cl", "");
  cl_mem a = ints(64, 1), b = ints(64, 7), sum = ints(1, 0);
  struct stage first = stage("map"), second = stage("add");
  cl_kernel maps[3], total = kernel_named("total");
  for (int i = 0; i < 3; i++) {
    char name[16];
    snprintf(name, sizeof name, "map%s", ends[i]);
    maps[i] = kernel_named(name);
  }
  size_t items = 64;

  for (int i = 0; i < 5; i++) {
    set(first, "b b i", a, b, i);
    need(clEnqueueNDRangeKernel(queue, first.kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "first");
    set(second, "bi", b, 3 * i);
    need(clEnqueueNDRangeKernel(queue, second.kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "second");
    cl_mem swap = a;
    a = b;
    b = swap;
  }
  for (int i = 0; i < 6; i++)
    run(maps[i % 3], 64, "%m%m%d", i % 2 ? b : a, i % 2 ? a : b, i);
  for (int i = 0; i < 3; i++) {
    run(second.kernel, 64, "%m%d", a, given("m-m+x-", i == 1 ? 'm' : '-'));
    run(total, 32, "%m%m%[32]%d", a, sum, 30);
  }
  int left = 4;
  do {
    set(second, " b  i", left & 1 ? a : b, left);
    need(clEnqueueNDRangeKernel(queue, second.kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "second");
  } while (--left);

  show("a", a);
  show("b", b);
  int got;
  need(clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL), "sum");
  printf("%d\n", got);
  return 0;
}
