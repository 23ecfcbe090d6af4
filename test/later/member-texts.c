/* Texts in structs that the loop also transfers whole, so that it takes them for their bytes. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 5 -- 4
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 5 -- 0
// RUN: env PERSISTIFY_FAULT=members-at-begin not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 0..5 -- 4
#include "step.h"

typedef struct {
  int next, every;
  struct {
    short width;
    char unit[6];
  } in;
  char label[20];
  const char *of;
} row;

static cl_mem rows;

/* Of a table, at a place that is known and at one that the loop computes. */
static void table(int n, row *t) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, 4 * sizeof *t, t, 0, NULL, NULL), "write");
    printf("%s %s %d\n", t[v & 3].label, t[2].in.unit, t[i & 3].every);
    puts(t[i & 1].of);
  }
}

static void own_table(int n) {
  row t[3];
  memset(t, 0, sizeof t);
  for (int i = 0; i < 3; i++) {
    sprintf(t[i].label, "own %d", i);
    t[i].of = i ? "more" : "first";
  }
  for (int i = 0; i < n; i++) {
    step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, sizeof t[0], sizeof t, t, 0, NULL, NULL), "write");
    printf("%s, %s\n", t[i % 3].label, t[1].of);
  }
}

/* One struct, by name and by a pointer. */
static void one(int n, row *at) {
  row mine = *at;
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof mine, &mine, 0, NULL, NULL), "write");
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, sizeof mine, sizeof *at, at, 0, NULL, NULL), "write");
    printf("%d %s %s %s\n", v, mine.label, at->label, at->in.unit);
  }
}

/* A text is written in what is copied back at the end. */
static void put_back(int n) {
  row t;
  char kept[sizeof(row)];
  memset(&t, 0, sizeof t);
  t.every = 7;
  strcpy(t.label, "none");
  memcpy(kept, &t, sizeof t);
  for (int i = 0;; i++) {
    if (i >= n) {
      snprintf(t.label, sizeof t.label, "trip %d", i);
      puts(t.label);
      memcpy(&t, kept, sizeof t);
      break;
    }
    step(i);
  }
  printf("%s %d\n", t.label, t.every);
}

static void table_of_constants(int n) {
  static const row t[2] = {{1, 2, {3, "mm"}, "small", "s"}, {4, 5, {6, "km"}, "large", "l"}};
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof t, t, 0, NULL, NULL), "write");
    printf("%s %s %s\n", t[v & 1].label, t[i & 1].in.unit, t[i & 1].of);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4;
  row t[4];
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  rows = ints(8 * sizeof(row) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  memset(t, 0, sizeof t);
  for (int i = 0; i < 4; i++) {
    t[i].every = 10 * i;
    sprintf(t[i].label, "row %d", i);
    sprintf(t[i].in.unit, "u%d", i);
    t[i].of = i & 1 ? "odd" : "even";
  }
  table(n, t);
  own_table(n);
  one(n, &t[3]);
  put_back(n);
  table_of_constants(n);
  show("a", a);
  return 0;
}
