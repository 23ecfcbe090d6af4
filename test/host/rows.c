/* Arrays of arrays on the host: by pointers to their rows, as parameters, as members, of
   three dimensions, of buffers; read back and written by the loop; and printed in it. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 11 --entered
#include "setup.h"

static cl_kernel k_add;
static cl_mem a;
static const size_t items = 64;
static int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
static int cube[2][3][4];
struct model {
  int before;
  short table[4][2];
};

static void add(cl_mem to, int v) {
  need(clSetKernelArg(k_add, 0, sizeof to, &to), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL), "add");
}

static int diagonal(int t[3][3], int i) { return t[i % 3][i % 3]; }
static int of_cube(int (*c)[3][4], int i) { return c[i & 1][i % 3][i & 3] + (*(c + 1))[2][i & 1] - c[0][1][2]; }
static int of_model(const short (*t)[2], int i) { return t[i & 3][1] - (*t)[0]; }
static int sum(const int *row) { return row[0] + 10 * row[2]; }

static void pointers(void) {
  int (*p)[3] = m;
  for (int i = 0; i < 6; i++)
    add(a, p[i % 3][1] + (*(m + 1))[i % 3] + (&m[1])[i & 1][0]);
  show("pointer", a);
}
static void parameters(void) {
  for (int i = 0; i < 6; i++)
    add(a, diagonal(m, i) + of_cube(cube, i) + sum(m[i % 3]));
  show("parameter", a);
}
static void member(struct model *one) {
  for (int i = 0; i < 6; i++)
    add(a, of_model(one->table, i) + one->before);
  show("member", a);
}
static void written(int t[3][3]) {
  for (int i = 0; i < 6; i++) {
    t[i % 3][i & 1] += 10;
    (*(t + 1))[2] -= i;
    add(a, t[2][1]);
  }
  show("written", a);
  for (int i = 0; i < 9; i++)
    printf("%d ", m[i / 3][i % 3]);
  printf("\n");
}
static void stepped(void) {
  for (int i = 0; i < 4; i++) {
    int (*p)[4] = cube[i & 1];
    p += 2;
    add(a, p[0][1] + (*p)[2]);
    --p;
    add(a, (*p)[i] - p[-1][3]);
  }
  show("stepped", a);
}
/* what the loop reads back, into all of an array and into rows of it */
static void back(void) {
  int grid[8][8], other[2][64];
  memset(other, 0, sizeof other);
  for (int i = 0; i < 4; i++) {
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof grid, grid, 0, NULL, NULL), "read");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof other[0], other[i & 1], 0, NULL, NULL), "read");
    add(a, grid[i][7 - i] & 15);
  }
  show("back", a);
  printf("%d %d %d %d\n", grid[0][0], grid[7][7], other[0][5], other[1][63]);
}
static void sent(void) {
  int (*row)[3] = m;
  for (int i = 0; i < 4; i++) {
    need(clEnqueueWriteBuffer(queue, a, CL_TRUE, 12 * (size_t)i, sizeof *row, row + i % 3, 0, NULL, NULL), "write");
    need(clEnqueueWriteBuffer(queue, a, CL_TRUE, 100, sizeof m, m, 0, NULL, NULL), "write");
    add(a, i);
  }
  show("sent", a);
}
static void buffers(void) {
  cl_mem t[2][3];
  for (int i = 0; i < 6; i++)
    t[i / 3][i % 3] = ints(64, 5 * i);
  for (int i = 0; i < 9; i++) {
    add(t[i & 1][i % 3], i);
    cl_mem kept = t[0][i % 3];
    t[0][i % 3] = t[1][2];
    t[1][2] = kept;
  }
  for (int i = 0; i < 6; i++)
    show("of six", t[i / 3][i % 3]);
}
static void printed(int t[3][3]) {
  for (int i = 0; i < 4; i++) {
    add(a, 1);
    printf("%d %d\n", i, t[i % 3][2]);
  }
  show("printed", a);
}
static void by_float(float f) {
  for (int i = 0; i < 4; i++) {
    int v = f ? 3 : 4;
    double left = i - 2.0;
    add(a, v + (left ? 10 : 20));
    f = f ? f - 0.5f : 0;
  }
  show("by float", a);
}
static void constant(void) {
  static const int weights[2][2] = {{3, 1}, {4, 1}};
  for (int i = 0; i < 4; i++)
    add(a, weights[i & 1][i >> 1]);
  show("constant", a);
}

int main(void) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  a = ints(64, 0);
  for (int i = 0; i < 24; i++)
    cube[i / 12][i / 4 % 3][i % 4] = i * i;
  struct model one = {100, {{1, 2}, {3, 5}, {8, 13}, {21, 34}}};
  pointers();
  parameters();
  member(&one);
  written(m);
  stepped();
  back();
  sent();
  buffers();
  printed(m);
  by_float(0.75f);
  constant();
  return 0;
}
