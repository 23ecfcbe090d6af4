/* A text of a struct by a pointer, beside the struct itself, which the loop reads back whole: the same memory, or not. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3 -- apart
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "are the same memory" -- same
// RUN: env PERSISTIFY_FAULT=parts-of-structs not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3 -- same
#include "setup.h"

typedef struct {
  int n;
  char label[12];
  struct {
    short k[2];
    char unit[4];
  } in;
} row;

static row mine = {7, "mine", {{8, 9}, "m"}}, other = {10, "other", {{11, 12}, "in"}};
static cl_kernel k;
static cl_mem a, rows;

static void step(int i) {
  size_t items = 64;
  need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

static void text(const row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    printf("%s\n", at->label);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * sizeof mine, sizeof mine, &mine, 0, NULL, NULL), "read");
  }
}

static void inner(const row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * sizeof mine, sizeof mine, &mine, 0, NULL, NULL), "read");
    puts(at->in.unit);
  }
}

static void tell(const row *r) { printf("%d %s %d\n", r->n, r->label, r->in.k[1]); }

static void whole(const row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * sizeof mine, sizeof mine, &mine, 0, NULL, NULL), "read");
    tell(at);
  }
}

int main(int argc, char **argv) {
  int same = argc > 1 && strcmp(argv[1], "same") == 0;
  static const row first[2] = {{1, "one", {{2, 3}, "mm"}}, {4, "four", {{5, 6}, "km"}}};
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 1);
  rows = ints(2 * sizeof(row) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof first, first, 0, NULL, NULL), "write");
  text(same ? &mine : &other);
  inner(same ? &mine : &other);
  whole(same ? &mine : &other);
  tell(&mine);
  show("a", a);
  return 0;
}
