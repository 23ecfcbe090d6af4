/* Three and more of a kind of which an index chooses one in each trip: structs with buffers,
   kernels, addresses; behind a pointer too. And pointers that are null in some trips. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 14
#include "setup.h"

struct grid {
  cl_mem cells;
  int step;
  float weight;
};
static const size_t items = 64;
static cl_kernel k_add, k_map;
static cl_mem a;

static void add(cl_mem to, int v) {
  need(clSetKernelArg(k_add, 0, sizeof to, &to), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL), "add");
}
static void map(cl_mem from, cl_mem to, int k) {
  need(clSetKernelArg(k_map, 0, sizeof from, &from), "arg");
  need(clSetKernelArg(k_map, 1, sizeof to, &to), "arg");
  need(clSetKernelArg(k_map, 2, sizeof k, &k), "arg");
  need(clEnqueueNDRangeKernel(queue, k_map, 1, NULL, &items, NULL, 0, NULL, NULL), "map");
}
static void print(const char *name, const struct grid *g, int n) {
  for (int i = 0; i < n; i++) {
    show(name, g[i].cells);
    printf("%d %g\n", g[i].step, g[i].weight);
  }
}

static void three(void) {
  struct grid g[3] = {{ints(64, 1), 3, 1}, {ints(64, 2), 5, 2}, {ints(64, 9), 7, .5f}};
  for (int t = 0; t < 7; t++) {
    map(g[t % 3].cells, g[(t + 1) % 3].cells, g[(t + 2) % 3].step);
    g[t % 3].step += t;
    g[(t + 1) % 3].weight *= 1.5f;
  }
  print("three", g, 3);
}
static void levels(int from, int to) {
  struct grid g[5];
  for (int i = 0; i < 5; i++)
    g[i] = (struct grid){ints(64, i), i, (float)i};
  for (int t = 0; t < 3; t++) {
    for (int l = from; l < to; l++)
      map(g[l].cells, g[l + 1].cells, g[l].step);
    for (int l = to; l > from; l--) {
      map(g[l].cells, g[l - 1].cells, g[l].step);
      g[l].step--;
    }
  }
  print("levels", g, 5);
}
static void kernels(void) {
  cl_kernel ks[3];
  cl_mem m[2] = {ints(64, 7), ints(64, 8)};
  ks[0] = kernel_named("map");
  ks[1] = kernel_named("map_back");
  ks[2] = kernel_named("map_twice");
  for (int t = 0; t < 7; t++) {
    cl_kernel k = ks[t % 3];
    need(clSetKernelArg(k, 0, sizeof m[0], &m[t & 1]), "arg");
    need(clSetKernelArg(k, 1, sizeof m[0], &m[~t & 1]), "arg");
    need(clSetKernelArg(k, 2, sizeof t, &t), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "k");
  }
  show("kernels", m[0]);
  show("kernels", m[1]);
}
static void addresses(void) {
  int x = 1, y = 2, z = 3, *p[3] = {&x, &y, &z};
  for (int t = 0; t < 5; t++) {
    *p[t % 3] += t;
    add(a, *p[(t + 1) % 3]);
  }
  printf("%d %d %d\n", x, y, z);
}
static void transfers(void) {
  struct grid g[3] = {{ints(64, 1), 3, 1}, {ints(64, 2), 5, 2}, {ints(64, 9), 7, .5f}};
  for (int t = 0; t < 6; t++) {
    add(g[t % 3].cells, t);
    need(clEnqueueReadBuffer(queue, g[t % 3].cells, CL_TRUE, 4 * (size_t)t, sizeof g[0].step, &g[(t + 1) % 3].step, 0,
                             NULL, NULL), "read");
    add(g[(t + 2) % 3].cells, g[(t + 1) % 3].step);
    need(clEnqueueWriteBuffer(queue, g[t % 3].cells, CL_TRUE, 8, sizeof g[0].step, &g[t % 3].step, 0, NULL, NULL),
         "write");
  }
  print("transfers", g, 3);
}
static struct grid world[2];
static void inner_pointer(void) {
  for (int t = 0; t < 5; t++) {
    struct grid *p = world, *q = p + 1;
    map(p[t & 1].cells, p[~t & 1].cells, p[t & 1].step);
    q[-(t & 1)].step += t;
  }
}
static void outer_pointer(void) {
  struct grid *p = world;
  for (int t = 0; t < 5; t++)
    map(p[t & 1].cells, (p + (~t & 1))->cells, p[t & 1].step++);
}
static void parameter(struct grid *p, cl_mem *of) {
  for (int t = 0; t < 6; t++) {
    map(p[t & 1].cells, p[~t & 1].cells, p[t & 1].step);
    add(of[t % 3], t);
    p[t & 1].step += t;
  }
}
static void exchanged(void) {
  struct grid *p = &world[0], *q = &world[1];
  for (int t = 0; t < 5; t++) {
    map(p->cells, q->cells, p->step++);
    q->weight += p->weight * .5f;
    struct grid *h = p;
    p = q;
    q = h;
  }
  printf("%d\n", p == world);
}

static void events(void) {
  cl_event ev[6], old, now;
  need(clSetKernelArg(k_add, 0, sizeof a, &a), "arg");
  for (int t = 0; t < 5; t++) {
    need(clSetKernelArg(k_add, 1, sizeof t, &t), "arg");
    need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, t > 0 ? 1 : 0, t > 0 ? &ev[t - 1] : NULL, &ev[t]),
         "one of many");
  }
  need(clWaitForEvents(1, &ev[4]), "wait");
  for (int t = 0; t < 5; t++) {
    need(clSetKernelArg(k_add, 1, sizeof t, &t), "arg");
    need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, t ? 1 : 0, t ? &old : NULL, &now), "the last");
    if (t)
      clReleaseEvent(old);
    old = now;
  }
  need(clWaitForEvents(1, &old), "wait");
}
static void last_event(int n) {
  cl_event ev = NULL;
  for (int t = 0; t < n; t++) {
    need(clSetKernelArg(k_add, 1, sizeof t, &t), "arg");
    need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, t == n - 1 ? &ev : NULL), "last");
  }
  need(clWaitForEvents(1, &ev), "wait");
  clReleaseEvent(ev);
}
static void count(int *of, int t) {
  if (of)
    *of += t;
}
static void perhaps(void) {
  int odd = 0;
  size_t local = 8;
  for (int t = 0; t < 5; t++) {
    count(t & 1 ? &odd : NULL, t);
    need(clSetKernelArg(k_add, 1, sizeof odd, &odd), "arg");
    need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, t % 3 ? &local : NULL, 0, NULL, NULL), "perhaps");
  }
  printf("%d\n", odd);
}
static void compared(void) {
  int low = 1, high = 100;
  for (int t = 0; t < 5; t++) {
    int *p = t & 1 ? &low : &high, *none = t < 3 ? p : NULL;
    if (p == &high)
      add(a, 1000);
    if (none == NULL || &low == none)
      add(a, 7);
    *p += 1;
  }
  printf("%d %d\n", low, high);
}

int main(void) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  k_map = kernel_named("map");
  a = ints(64, 0);
  world[0] = (struct grid){ints(64, 3), 2, 1};
  world[1] = (struct grid){ints(64, 4), 4, 3};
  three();
  levels(0, 4);
  kernels();
  addresses();
  transfers();
  inner_pointer();
  outer_pointer();
  cl_mem of[3] = {ints(64, 1), ints(64, 2), ints(64, 3)};
  parameter(world, of);
  for (int i = 0; i < 3; i++)
    show("of", of[i]);
  exchanged();
  print("world", world, 2);
  events();
  last_event(6);
  perhaps();
  compared();
  show("a", a);
  return 0;
}
