/* Loops that say how many bytes something has in front of each question, and are left by statements of their own. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- 6
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- 1
// RUN: env PERSISTIFY_FAULT=sizes-in-front not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- 6
#include "step.h"

typedef struct {
  int count;
  char label[9];
  short height;
  unsigned char flags;
} row;

static cl_mem rows;

static int returned(int n, const row *from) {
  row t = *from;
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof t, &t, 0, NULL, NULL), "write");
    printf("%s %d\n", t.label, v);
    if (v > 5) {
      puts(t.label);
      return v + t.height;
    }
  }
  return -1;
}

static int changed(int n, row *to) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, 2 * sizeof *to, to, 0, NULL, NULL), "write");
    printf("%s of %d\n", to[i & 1].label, v);
    if (v % 7 == 6) {
      strcpy(to->label, "changed");
      to->height = 12;
      return v;
    }
  }
  return 0;
}

static void by_goto(int n, const row *t) {
  int v = 0, i = 0;
  while (i < n) {
    v = step(i++);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, sizeof *t, sizeof *t, t, 0, NULL, NULL), "write");
    puts(t->label);
    if (v > 60) {
      i = -i;
      goto out;
    }
  }
  v = -1;
out:
  printf("%d %d\n", v, i);
}

static void without_end(int n) {
  row t[2];
  memset(t, 0, sizeof t);
  strcpy(t[1].label, "last");
  for (int i = 0;; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof t, t, 0, NULL, NULL), "write");
    printf("%s %d\n", t[1].label, v);
    if (i >= n) {
      puts(t[1].label);
      return;
    }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 6;
  row t[2] = {{1, "one", 5, 1}, {2, "two", 6, 2}};
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  rows = ints(8 * sizeof(row) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  printf("%d\n", returned(n, t));
  printf("%d\n", changed(n, t));
  by_goto(n, t + 1);
  without_end(n);
  printf("%s %d\n", t[0].label, t[0].height);
  show("a", a);
  return 0;
}
