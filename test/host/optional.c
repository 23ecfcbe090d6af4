/* Parameters that a caller may leave out: `if (count) *count += n`. Each loop runs with and without. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 3
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 0
// RUN: env PERSISTIFY_FAULT=no-spare not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 3
#include "setup.h"

static cl_kernel k;
static cl_mem a;

struct totals { int launches; double sum; };
struct options { int *seen; const int *limit; };

static int launch(int i, int *count, int *last) {
  size_t items = 64;
  need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  if (count)
    *count += i;
  if (last != NULL)
    *last = i;
  return i;
}

static void of_parameter(int n, int *count, double *mean) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    launch(i, count, &last);
    launch(i + 1, NULL, count);
    if (!mean || *mean > 100)
      continue;
    *mean = *mean * 0.5 + last;
  }
  printf("last %d\n", last);
}

static void or_else(int n, const int *limit, int *at) {
  int most = 0;
  for (int i = 0; i < n; i++) {
    int v = i ? i : 7, w = most++;
    launch(v + w, at, NULL);
    if (NULL == limit)
      continue;
    if (i >= *limit)
      break;
  }
  printf("most %d\n", most);
}

static void of_struct(int n, struct options *o) {
  for (int i = 0; i < n; i++) {
    launch(i, NULL, NULL);
    if (o->seen && i < (o->limit ? *o->limit : 2))
      ++*o->seen;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3, count = 1, limit = 1, seen = 0;
  double mean = 8;
  struct options none = {NULL, NULL}, both = {&seen, &limit}, one = {&seen, NULL};
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  of_parameter(n, NULL, NULL);
  of_parameter(n, &count, NULL);
  of_parameter(n, &count, &mean);
  or_else(n, NULL, NULL);
  or_else(n, &limit, &count);
  of_struct(n, &none);
  of_struct(n, &both);
  of_struct(n, &one);
  printf("%d %g %d\n", count, mean, seen);
  show("a", a);
  return 0;
}
