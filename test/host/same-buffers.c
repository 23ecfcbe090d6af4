/* Buffers that have several names in front of the loop: what was copied from one another is
   not taken to be distinct, or the original loop would run each time. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"

static const size_t items = 64;
struct pair { cl_mem now, next; };

static void map(cl_kernel k, cl_mem in, cl_mem out, int v) {
  need(clSetKernelArg(k, 0, sizeof in, &in), "arg");
  need(clSetKernelArg(k, 1, sizeof out, &out), "arg");
  need(clSetKernelArg(k, 2, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}
static void add(cl_kernel k, cl_mem a, int v) {
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

int main(void) {
  start("steps.cl", "");
  cl_mem first = ints(64, 1), second = ints(64, 7);
  cl_kernel maps = kernel_named("map"), adds = kernel_named("add");

  cl_mem now = first, next = second;
  for (int i = 0; i < 5; i++) {
    map(maps, now, next, i);
    add(adds, second, i); /* next, in each other trip */
    cl_mem t = now;
    now = next;
    next = t;
  }
  cl_mem both[2] = {first, second};
  for (int i = 0; i < 4; i++) {
    map(maps, both[i & 1], both[~i & 1], i);
    add(adds, first, 2);
  }
  struct pair p = {first, second}, *at = &p;
  for (int i = 0; i < 4; i++) {
    map(maps, p.now, p.next, 3);
    add(adds, second, i);
    add(adds, first, i + 1);
  }
  cl_mem other; /* by way of a third */
  other = now;
  now = other;
  for (int i = 0; i < 3; i++) {
    map(maps, at->now, at->next, i);
    add(adds, now, 1);
    add(adds, other, 1);
  }
  show("first", first);
  show("second", second);
  return 0;
}
