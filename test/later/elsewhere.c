/* What the host would perform after the loop changes or reads what the loop uses, by ways that no name shows. The loop
   of the timer is seen through, and a guard stops it; the others are refused.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --expect-fallback "are the same memory"
   RUN: env PERSISTIFY_FAULT=first-declaration not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=any-parameter,views-own not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=handed-on,views-own not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=any-file-name not %{check} --expect-fallback "are the same memory" | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=initial-calls not %{check} --expect-fallback "are the same memory" | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

enum { TRIPS = 6 };
static cl_kernel add;
static const size_t items = 64;
static time_t last;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

/* A header declares it, and this file defines it. */
extern int level;
int level = 2;
static void raise_level(void) {
  last = time(NULL);
  ++level;
}

/* The next of a list is another object. */
struct node {
  int value;
  struct node *next;
};
static void chain(const struct node *n, time_t t) {
  last = t;
  for (; n; n = n->next)
    printf("%d ", n->value);
  puts("");
}

/* What is handed on to another function. */
struct sums {
  int calls;
  time_t when;
};
struct timer {
  time_t started;
  struct sums *to;
};
static void count(struct sums *s, time_t t) {
  s->when = t;
  s->calls++;
}
static void stop(struct timer *t) { count(t->to, time(NULL) - t->started); }

/* It is no file of the library's. */
typedef struct PROFILE {
  time_t when;
  int calls;
} PROFILE;
static void note(PROFILE *p) {
  p->when = time(NULL);
  p->calls++;
}

/* The call is the whole initialiser. */
static int weight = 1;
static time_t weighed(void) {
  weight += 3;
  return time(NULL);
}

int main(void) {
  struct node second = {5, NULL}, first = {3, &second};
  struct sums sums = {0, 0};
  struct timer timer = {0, &sums};
  PROFILE profile = {0, 0};
  time_t seen = 0;
  int i;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < TRIPS; i++) {
    step(level);
    raise_level();
  }
  show("level", a);
  for (i = 0; i < TRIPS; i++) {
    step(i);
    second.value += i;
    chain(&first, time(NULL));
  }
  for (i = 0; i < TRIPS; i++) {
    step(sums.calls);
    stop(&timer);
  }
  show("sums", a);
  for (i = 0; i < TRIPS; i++) {
    step(profile.calls);
    note(&profile);
  }
  show("profile", a);
  for (i = 0; i < TRIPS; i++) {
    time_t t = weighed();
    step(weight);
    seen += t;
  }
  show("weight", a);
  printf("%d %d %d %d %d\n", level, sums.calls, profile.calls, weight, last > 0 && seen > 0);
  return 0;
}
