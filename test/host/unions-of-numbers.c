/* Unions whose members are all of one type: a number with several names, as vectors of graphics libraries have. And arguments of several
   members by the address of the first one, as their value_ptr() gives it.
   REQUIRES: device
   RUN: %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: env PERSISTIFY_FAULT=unions-of-numbers not %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: %long env PERSISTIFY_FAULT=members-alone not %run-check %S/unions-of-numbers.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"

typedef struct {
  union { int x, r, s; };
  union { int y, g, t; };
} ivec2;

typedef struct { float x, y; int id; float z; } point;
union word { unsigned all, bits; };

static cl_kernel shift, scale;
static cl_mem cells;
static const size_t global = 64;
static ivec2 delta = {{3}, {-2}};

static const int *value_ptr(const ivec2 *v) { return &v->x; }

static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch"); }

static void outside(int n) {
  for (int i = 0; i < n; i++) {
    need(clSetKernelArg(shift, 1, sizeof(ivec2), value_ptr(&delta)), "argument");
    launch(shift);
    delta.r += delta.g;
    if (delta.s > 40)
      delta.t = -delta.y;
  }
  printf("delta %d %d\n", delta.x, delta.t);
}

static void inside(int n) {
  int i = 0;
  while (i < n) {
    ivec2 d = {{i}, {2 * i}}, zero = {{0}};
    d.s++;
    zero.g = d.x * 3;
    clSetKernelArg(shift, 1, sizeof d, &d.x);
    launch(shift);
    d = zero;
    clSetKernelArg(shift, 1, sizeof d, &d);
    launch(shift);
    i++;
  }
}

static void members(point *p, int n) {
  for (int i = 0; i < n; i++) {
    clSetKernelArg(scale, 1, 2 * sizeof(float), &p->x);
    clSetKernelArg(scale, 2, 2 * sizeof(int), &p->id);
    launch(scale);
    p->y += 0.5f;
    p->id++;
  }
  printf("point %g %g %d\n", p->x, p->y, p->id);
}

static void words(int n) {
  union word w = {5};
  for (int i = 0; i < n; i++) {
    ivec2 d;
    d.r = (int)(w.bits & 7);
    d.g = 1;
    clSetKernelArg(shift, 1, sizeof d, &d.x);
    launch(shift);
    w.all = w.all * 3 + 1;
  }
  printf("word %u\n", w.bits);
}

int main(void) {
  point p = {1, 2, 3, 4};
  start("unions-of-numbers.cl", "");
  shift = kernel_named("shift");
  scale = kernel_named("scale");
  cells = ints(64, 1);
  clSetKernelArg(shift, 0, sizeof cells, &cells);
  clSetKernelArg(scale, 0, sizeof cells, &cells);
  outside(9);
  inside(4);
  members(&p, 5);
  words(6);
  show("cells", cells);
  return 0;
}
