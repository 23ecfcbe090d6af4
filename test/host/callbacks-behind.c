// Functions that a loop calls by pointers, and that are defined behind it without a declaration in front: one is put there.
// REQUIRES: device
// RUN: %run-check %S/callbacks-behind.cl %s --entries 2 --host-flag=-I%S/Inputs
// RUN: %persistify %S/callbacks-behind.cl %s -o %t -- -I%S/Inputs
// RUN: FileCheck %s --input-file %t/callbacks-behind.c --check-prefix=TEXT
// TEXT: static int enough(struct progress *, int); // defined behind the loop
// TEXT: static int advance(
#include "setup.h"

struct progress {
  int seen, odd;
};
typedef int (*callback)(struct progress *, int);

static int advance(cl_kernel k, int most, struct progress *p, callback stop) {
  size_t items = 64;
  int t;
  for (t = 0; t < most; ++t) {
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (stop(p, t))
      break;
  }
  return t;
}

static void repeat(cl_kernel k, struct progress *p, callback each) {
  size_t items = 64;
  for (int t = 0; t < 3; ++t) {
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    each(p, t);
  }
}

static int enough(struct progress *p, int t) {
  ++p->seen;
  p->odd += t % 2;
  return p->odd == 3;
}

static int told(struct progress *p, int t) {
  printf("trip %d of %d\n", t, p->seen);
  return 0;
}

int main(void) {
  struct progress p = {0, 0};
  cl_mem m;
  cl_kernel k;
  int trips;
  start("callbacks-behind.cl", "");
  m = ints(64, 0);
  k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof m, &m);
  trips = advance(k, 9, &p, enough);
  repeat(k, &p, told);
  printf("%d trips, %d seen, %d odd\n", trips, p.seen, p.odd);
  show("added", m);
  return 0;
}
