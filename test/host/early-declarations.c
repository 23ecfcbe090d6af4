/* What stands in front of the loop declares first, as C89 wants it and some projects do: where the loop is bound anew from trip to
   trip, where one of several regions is chosen, where a handle that the host computes is a result.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=gnu89 --entries any --host-trips --allow-kernel add=11
   RUN: env PERSISTIFY_FAULT=late-declaration not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=gnu89 --entries any --host-trips --allow-kernel add=11
*/
#include "setup.h"
#pragma GCC diagnostic error "-Wdeclaration-after-statement"

static cl_kernel add;
static char text[64];
static const size_t items = 64;

struct pair {
  cl_mem now, next;
};

static void step(cl_mem cells, int by) {
  need(clSetKernelArg(add, 0, sizeof cells, &cells), "cells");
  need(clSetKernelArg(add, 1, sizeof by, &by), "by");
  need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

/* Text, in a function that some trips call. */
static void note(int i) {
  if (i % 4 == 3)
    sprintf(text + strlen(text), "%d;", i);
}

static int noted(cl_mem cells, int n) {
  int i, t = 0;
  for (i = 0; i < n; i++) {
    note(i);
    step(cells, t & 7);
    t += i;
    note(i + 1);
  }
  return t;
}

/* A step that the host's trips change. */
static int asked(cl_mem cells, int n) {
  static int every = 3;
  int i, t = 0;
  for (i = 1; i < n; i++) {
    step(cells, i);
    if (i % every == 0) {
      t += getenv("NO_SUCH_NAME") ? 1 : 10;
      every++;
    }
  }
  return t + every;
}

static int turned(struct pair *p, int n) {
  int i = 0;
  do {
    cl_mem t = p->now;
    step(p->now, i);
    p->now = p->next;
    p->next = t;
    if (i == 5)
      sprintf(text, "turn %d", i);
  } while (++i < n);
  return i;
}

int main(void) {
  struct pair p;
  start("steps.cl", "");
  add = kernel_named("add");
  p.now = ints(64, 1);
  p.next = ints(64, 2);
  printf("%d %s\n", noted(p.now, 11), text);
  printf("%d\n", asked(p.next, 14));
  printf("%d %s\n", turned(&p, 7), text);
  show("now", p.now);
  show("next", p.next);
  return 0;
}
