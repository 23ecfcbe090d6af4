/* Pointers that are members of structs, to buffers and to structs with buffers, that the loop exchanges.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'left->cur' and 'right->cur' are the same pointer" -- same
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'s.next' is null" -- null
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'left->cur' and 'right->cur' are the same pointer" -- alias
*/
#include "setup.h"

typedef struct {
  cl_mem mem;
  int n, uses;
} grid;

typedef struct {
  grid *cur, *next;
  cl_kernel k;
} solver;

static void launch(cl_kernel k, cl_mem in, cl_mem out, int n, int v) {
  size_t global = n;
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void flip(solver *s) {
  grid *was = s->cur;
  s->cur = s->next;
  s->next = was;
}

static void step(solver *s, int t) {
  launch(s->k, s->cur->mem, s->next->mem, s->cur->n, t);
  s->next->uses += t;
  flip(s);
}

/* Two solvers, or one by two names. */
static void both(solver *left, solver *right, int trips) {
  for (int t = 0; t < trips; t++) {
    launch(left->k, left->cur->mem, right->cur->mem, 64, t);
    grid *x = left->cur;
    left->cur = right->cur;
    right->cur = x;
  }
}

/* What is followed may be what is exchanged. */
static void one(solver *left, const solver *right, int trips) {
  for (int t = 0; t < trips; t++) {
    launch(left->k, right->cur->mem, left->cur->mem, 64, t);
    flip(left);
  }
}

struct pair {
  cl_mem *in, *out;
};

static void report(const char *name, const grid *g) {
  printf("%s %d %d\n", name, g->n, g->uses);
  show(name, g->mem);
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  const int same = argc > 1 && !strcmp(argv[1], "same"), null = argc > 1 && !strcmp(argv[1], "null"), alias = argc > 1 && !strcmp(argv[1], "alias");
  grid a = {ints(64, 1), 64, 0}, b = {ints(64, 9), 64, 0}, c = {ints(64, 5), 64, 0};
  solver s = {&a, &b, kernel_named("map")}, r = {&c, &c, s.k};
  for (int t = 0; t < 7; t++)
    step(&s, t);
  report("cur", s.cur);
  report("next", s.next);

  both(&s, same ? &s : &r, 7); /* odd: not as they were */
  report("s.cur", s.cur);
  report("r.cur", r.cur);

  cl_mem x = ints(64, 3), y = ints(64, 4);
  struct pair p = {&x, &y};
  for (int t = 0; t < 5; t++) {
    launch(s.k, *p.in, *p.out, 64, t);
    cl_mem *was = p.in;
    p.in = p.out, p.out = was;
    if (t == 9)
      break;
  }
  show("in", *p.in);
  printf("%d %d\n", p.in == &x, p.out == &x);

  one(&s, alias ? &s : &r, 5);
  report("s.cur", s.cur);

  /* No trip needs what is not there. */
  if (null)
    s.next = NULL;
  for (int t = null ? 4 : 0; t < 4; t++)
    step(&s, t);
  report("cur", s.cur);
  report("a", &a);
  report("b", &b);
  report("c", &c);
  return 0;
}
