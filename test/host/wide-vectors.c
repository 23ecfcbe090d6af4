/* Vectors of eight and of sixteen elements as arguments, which a loop changes: they stand apart from what is in front of them by more
   than one cell of the state. Alone, between smaller numbers, in a struct.
   REQUIRES: device
   RUN: %run-check %S/wide-vectors.cl %s --host-flag=-I%S/Inputs --entries 3
*/
#include "setup.h"

static cl_mem out;
static const size_t items = 64;

static cl_kernel made(const char *name) {
  cl_kernel k = kernel_named(name);
  need(clSetKernelArg(k, 0, sizeof out, &out), "out");
  return k;
}

static void launch(cl_kernel k) { need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch"); }

static void weigh(void) {
  cl_kernel k = made("weigh");
  cl_float16 m = {{0}};
  int n = 3;
  for (int i = 0; i < 5; i++) {
    m.s[15] += i;
    m.s[7] = m.s[15] * 2;
    m.s[0]--;
    n ^= i;
    need(clSetKernelArg(k, 1, sizeof m, &m), "m");
    need(clSetKernelArg(k, 2, sizeof n, &n), "n");
    launch(k);
  }
  printf("%g %g %d\n", m.s[0], m.s[7], n);
}

static void sum(int trips) {
  cl_kernel k = made("sum");
  char c = 1;
  short s = 2;
  cl_double16 d = {{1, 2}};
  cl_long8 l = {{0}};
  while (trips-- > 0) {
    c += 40;
    s *= 3;
    d.s[1] += 0.5;
    d.s[15] -= d.s[1];
    l.s[7] += s;
    need(clSetKernelArg(k, 1, sizeof c, &c), "c");
    need(clSetKernelArg(k, 2, sizeof d, &d), "d");
    need(clSetKernelArg(k, 3, sizeof s, &s), "s");
    need(clSetKernelArg(k, 4, sizeof l, &l), "l");
    launch(k);
  }
  printf("%d %d %g %ld\n", c, s, d.s[15], (long)l.s[7]);
}

struct row {
  cl_float16 row;
  int n;
};

static void rows(struct row *r) {
  cl_kernel k = made("rows");
  cl_uchar3 c = {{1, 2, 3}};
  do {
    r->row.s[3] += r->n;
    r->row.s[12] = r->row.s[3] / 2;
    c.s[2] += 100;
    need(clSetKernelArg(k, 1, sizeof *r, r), "r");
    need(clSetKernelArg(k, 2, sizeof c, &c), "c");
    launch(k);
  } while (++r->n < 5);
  printf("%g %d %d\n", r->row.s[12], r->n, c.s[2]);
}

int main(void) {
  static const float zero[64];
  struct row r = {{{0}}, 1};
  start("wide-vectors.cl", "");
  out = ints(64, 0);
  need(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL), "zero");
  weigh();
  sum(4);
  rows(&r);
  show("out", out);
  return 0;
}
