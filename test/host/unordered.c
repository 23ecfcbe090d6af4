/* Operands without an order that have nothing to do with each other, for two compilers that
   take them in another one.
   REQUIRES: device, gcc, clang
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --cc gcc
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --cc clang
*/
#include "setup.h"

static const size_t items = 64;
static cl_kernel add;
static cl_mem a;
static int counter, level = 2, tries;

static int next(void) { return ++counter; }
static int twice(int x) { return 2 * x + level; } /* reads only */
static int tried(int x) { tries++; return x; }
static int clamp(const int *x, int most) { return *x > most ? most : *x; }
static cl_int set(cl_uint i, size_t n, const void *x) { return clSetKernelArg(add, i, n, x); }
static cl_int run(void) { return clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL); }

static void one_effect(int n) {
  int i, v;
  for (i = 0; i < n; i++) {
    v = twice(i) + next() * level;
    v -= clamp(&v, 40) + tried(n);
    need(set(0, sizeof a, &a) | set(1, sizeof v, &v), "arguments");
    need(run(), "add");
  }
  printf("%d %d %d\n", counter, tries, level);
}

static void indices(int n) {
  int i = 0, k = 0, w[4] = {1, 2, 3, 4}, *p, arg;
  while (i < n) {
    w[k++ & 3] += i;
    p = w;
    *p++ ^= w[i & 3];
    *p = *p + i;
    arg = 0;
    clSetKernelArg(add, arg++, sizeof a, &a);
    clSetKernelArg(add, arg++, sizeof i, &i);
    i += run() == CL_SUCCESS;
  }
  printf("%d %d %d %d %d\n", w[0], w[1], w[2], w[3], k);
}

/* Sequenced, or a value that nothing changes by the time it is used. */
static void sequenced(int n) {
  int i, x = 7, pair[2] = {next(), tried(3)};
  for (i = 0; i < n; i++) {
    x = next() > 5 ? next() + 1 : tried(x) - 1;
    x += x > 3 && next() && x++ < 100;
    level = (x++, next(), x + counter);
    x -= twice(x), x = (pair[0] + x) % 1000;
    clSetKernelArg(add, 1, sizeof x, &x);
    run();
  }
  printf("%d %d %d\n", x, level, counter);
}

/* What is written elsewhere: parameters and locals of calls, parts of one object. */
static int count_down(int n) { int sum = 0; while (n > 0) sum += n--; return sum; }
struct pair { int low, high; };
static int low(struct pair *p) { return p->low++; }
static int high(struct pair *p) { return --p->high; }
static int element(size_t i) { /* a read leaves no trace */
  int x;
  clEnqueueReadBuffer(queue, a, CL_TRUE, i * sizeof x, sizeof x, &x, 0, NULL, NULL);
  return x;
}
static void parts(int n) {
  struct pair p = {0, 50};
  int i, x = 0, y[2] = {0, 0};
  for (i = 0; i < n; i++) {
    x += count_down(i) * count_down(3);
    x ^= low(&p) - high(&p);
    y[0] = (y[1] = x) + p.low;
    printf("%d: %d %d %d\n", i, x, next(), element(1) - element(i));
    clSetKernelArg(add, 1, sizeof x, &x);
    run();
  }
  printf("%d %d %d %d\n", p.low, p.high, y[0], y[1]);
}

int main(void) {
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  one_effect(7);
  indices(6);
  sequenced(9);
  parts(5);
  show("a", a);
  return 0;
}
