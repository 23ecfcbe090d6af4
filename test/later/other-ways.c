/* Functions that read a clock and also reach what the loop uses: they exchange its buffers, move its pointers, go by another
   name of a variable or by its bytes, or change an object of the library's. Where nothing tells before the loop whether they do,
   it is refused; what can be seen through is.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --expect-fallback "are the same memory"
   RUN: env PERSISTIFY_FAULT=any-handle not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=followed-apart not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=any-alias not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=any-bytes,texts-apart not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=shared-times not %{check} --expect-fallback "are the same memory" | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

enum { TRIPS = 6 };
static cl_kernel add;
static const size_t items = 64;
static int seen;
static time_t last;

static int passed(void) { return clock() != (clock_t)-1; }
static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void exchange(cl_mem *a, cl_mem *b) {
  cl_mem t = *a;
  *a = *b;
  *b = t;
  seen += passed();
}
static cl_mem first;
static void note(cl_mem b) { seen += b == first ? 100 : passed(); }
static void next(int **p) {
  ++*p;
  seen += passed();
}
int level = 1;
extern int grade __attribute__((alias("level")));
static void promote(void) { grade += passed(); }
static void stamp(char *to, size_t n, time_t t) {
  strftime(to, n, "%Y", gmtime(&t));
  last = time(NULL);
}

int main(int argc, char **argv) {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *p = values, *q = values, **pp, word = 0, i;
  unsigned char *bytes = (unsigned char *)&word;
  struct tm *shared;
  time_t begin = 0;
  char year[8] = "";
  cl_mem a, b;
  pp = argc > 9 && argv ? &q : &p;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  b = ints(64, 100);

  for (i = 0; i < TRIPS; i++) { /* seen through */
    clSetKernelArg(add, 0, sizeof a, &a);
    step(i);
    exchange(&a, &b);
  }
  clSetKernelArg(add, 0, sizeof a, &a);
  show("exchanged", a);
  first = a;
  for (i = 0; i < TRIPS + 1; i++) {
    cl_mem t = a;
    clSetKernelArg(add, 0, sizeof a, &a);
    step(i);
    note(a);
    a = b;
    b = t;
  }
  clSetKernelArg(add, 0, sizeof a, &a);
  show("noted", a);
  for (i = 0; i < TRIPS; i++) {
    step(*p);
    next(pp);
  }
  show("moved", a);
  for (i = 0; i < TRIPS; i++) {
    step(level);
    promote();
  }
  show("promoted", a);
  for (i = 0; i < TRIPS; i++) {
    step(bytes[0]);
    word += passed();
  }
  show("bytes", a);
  shared = gmtime(&begin);
  for (i = 0; i < TRIPS; i++) {
    step(shared->tm_year);
    stamp(year, sizeof year, 400000000);
  }
  show("shared", a);
  printf("%d %d %d %s %d\n", seen, level, word, year, last > 0);
  return 0;
}
