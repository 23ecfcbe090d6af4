/* Two of a kind that take turns, by an index that the loop computes: structs with buffers,
   kernels, queues of launches, pointers; read, written and passed on. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"

struct grid {
  cl_mem cells;
  int step, visits;
  struct { float scale; short tag; } more;
};
static const size_t items = 64;
static cl_kernel k_add, k_map;
static cl_mem a;

static void add(cl_mem to, int v) {
  need(clSetKernelArg(k_add, 0, sizeof to, &to), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL), "add");
}
static void map(const struct grid *from, struct grid *to, int k) {
  need(clSetKernelArg(k_map, 0, sizeof from->cells, &from->cells), "arg");
  need(clSetKernelArg(k_map, 1, sizeof to->cells, &to->cells), "arg");
  need(clSetKernelArg(k_map, 2, sizeof k, &k), "arg");
  need(clEnqueueNDRangeKernel(queue, k_map, 1, NULL, &items, NULL, 0, NULL, NULL), "map");
  to->visits++;
}

static void parity(void) {
  struct grid g[2] = {{ints(64, 1), 3, 0, {1.5f, 7}}, {ints(64, 2), 5, 10, {0.25f, 9}}};
  for (int t = 0; t < 7; t++) {
    map(&g[t & 1], &g[~t & 1], t);
    add(g[t & 1].cells, g[t & 1].step + (int)(g[t & 1].more.scale * t));
    g[(t + 1) & 1].step -= t;
    g[t & 1].more.tag = (short)(g[!(t & 1)].more.tag + 1);
  }
  for (int i = 0; i < 2; i++) {
    show("parity", g[i].cells);
    printf("%d %d %g %d\n", g[i].step, g[i].visits, g[i].more.scale, g[i].more.tag);
  }
}
static struct grid world[2];
static void current(void) {
  int cur = 0;
  while (world[cur].visits < 4) {
    struct grid *now = &world[cur], *next = &world[1 - cur];
    map(now, next, now->step);
    cur = 1 - cur;
  }
  printf("%d %d %d\n", cur, world[0].visits, world[1].visits);
  show("world", world[0].cells);
  show("world", world[1].cells);
}
static void kernels(void) {
  const cl_kernel ks[2] = {kernel_named("map"), kernel_named("map_back")};
  cl_mem m[2] = {ints(64, 7), ints(64, 8)};
  for (int t = 0; t < 6; t++) {
    cl_kernel k = ks[t & 1];
    need(clSetKernelArg(k, 0, sizeof m[0], &m[t & 1]), "arg");
    need(clSetKernelArg(k, 1, sizeof m[0], &m[~t & 1]), "arg");
    need(clSetKernelArg(k, 2, sizeof t, &t), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "k");
  }
  show("kernels", m[0]);
  show("kernels", m[1]);
}
static void addresses(void) {
  int low = 1, high = 100, *which[2] = {&low, &high};
  for (int t = 0; t < 5; t++) {
    *which[t & 1] += t;
    add(a, *which[t % 2]);
  }
  printf("%d %d\n", low, high);
  show("addresses", a);
}
static void counted(void) {
  struct { int n, sum; } of[2] = {{0, 0}, {0, 0}};
  int i = 0;
  for (int t = 0; t < 6; t++) {
    of[i++ & 1].n++;
    of[i & 1].sum += i;
    add(a, of[t & 1].sum * 10 + of[i % 2].n);
  }
  printf("%d %d %d %d %d\n", i, of[0].n, of[0].sum, of[1].n, of[1].sum);
  show("counted", a);
}
int main(void) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  k_map = kernel_named("map");
  a = ints(64, 0);
  world[0] = (struct grid){ints(64, 3), 2, 0, {1, 1}};
  world[1] = (struct grid){ints(64, 4), 4, 0, {1, 1}};
  parity();
  current();
  kernels();
  addresses();
  counted();
  return 0;
}
