/* Elements of arrays in structs that the loop transfers whole: which element, only the trip knows. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --relaunches 2 -- 9
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 0
// RUN: env PERSISTIFY_FAULT=constant-elements not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --relaunches 2 -- 9
#include "step.h"

typedef struct {
  char tag;
  int v[3];
  short k;
  double w[2][3];
  struct {
    char c[5];
    short n;
  } in[2];
} row;

static cl_mem rows;

static void put(const row *t, int n) {
  need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, n * sizeof *t, t, 0, NULL, NULL), "write");
}

static void tell(const char *what, const row *t) {
  printf("%s: %d %d %d, %g %g %g %g, %d %d %d %d\n", what, t->v[0], t->v[1], t->v[2], t->w[0][0], t->w[0][2], t->w[1][0], t->w[1][1], t->in[0].n,
         t->in[1].n, t->in[0].c[4], t->in[1].c[1]);
}

/* One struct. */
static void one(int n) {
  row m;
  memset(&m, 0, sizeof m);
  for (int i = 0; i < n; i++) {
    int v = step(i);
    m.v[v % 3] += v;
    m.v[(i + 1) % 3] ^= m.v[v % 3] & 7;
    m.k = (short)m.v[i % 3];
    put(&m, 1);
    printf("%d %d\n", m.v[(v + 1) % 3], m.k);
  }
  tell("one", &m);
}

/* Arrays of arrays, and structs in structs. */
static void deeper(int n) {
  row m;
  memset(&m, 0, sizeof m);
  for (int i = 0; i < n; i++) {
    int v = step(i);
    m.w[v & 1][i % 3] += v * 0.5;
    m.w[1][v % 3] -= m.w[i & 1][0];
    m.in[v & 1].n += 2;
    m.in[i & 1].c[v % 5] = (char)(i + m.in[0].n);
    m.in[1].c[i % 5]++;
    put(&m, 1);
  }
  tell("deeper", &m);
}

/* Structs in an array, and one of them by a pointer. */
static void table(int n, row *t, row *at) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    t[i & 3].v[v % 3] += v;
    t[v & 3].in[i & 1].n = (short)t[2].v[i % 3];
    t[1].w[v & 1][2] = i;
    at->v[i % 3] = v;
    if (i % 3 == 2)
      put(t, 4);
  }
}

/* What the device has comes back. */
static void back(int n) {
  row m[2];
  memset(m, 0, sizeof m);
  put(m, 2);
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, 0, sizeof m, m, 0, NULL, NULL), "read");
    m[v & 1].v[i % 3] += m[i & 1].v[v % 3] + 1;
    need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof m, m, 0, NULL, NULL), "write");
  }
  tell("back", &m[0]);
  tell("back", &m[1]);
}

/* Text members by an index, performed later. */
static void texts(int n) {
  static row m;
  for (int i = 0; i < 2; i++)
    strcpy(m.in[i].c, i ? "odd" : "even");
  for (int i = 0; i < n; i++) {
    int v = step(i);
    put(&m, 1);
    printf("%s %s\n", m.in[v & 1].c, m.in[i & 1].c);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 9;
  row t[4], other;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 1);
  rows = ints(8 * sizeof(row) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  memset(t, 0, sizeof t);
  memset(&other, 0, sizeof other);
  one(n);
  deeper(n);
  table(n, t, &other);
  for (int i = 0; i < 4; i++)
    tell("table", &t[i]);
  tell("other", &other);
  back(n);
  texts(n);
  show("a", a);
  show("rows", rows);
  return 0;
}
