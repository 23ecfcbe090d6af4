/* Callbacks that a loop calls if there are any: one that is there, one that is not, one that another function sets.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --allow-kernel add -- 5
*/
#include "setup.h"

typedef void (*progress)(int trip, void *with);
struct options {
  int trips;
  progress tell;
  void *with;
};

static void said(int trip, void *with) { printf("%s: trip %d\n", (const char *)with, trip); }

static cl_mem m;
static cl_kernel k;
static progress set_later;

static void add(int by) {
  size_t items = 64;
  clSetKernelArg(k, 0, sizeof m, &m);
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void run(const struct options *o) {
  for (int t = 0; t < o->trips; t++) {
    add(t);
    if (o->tell)
      o->tell(t, o->with);
  }
}

static void choose(int which) {
  if (which > 7)
    set_later = said;
}

int main(int argc, char **argv) {
  (void)argv;
  struct options o = {5, NULL, NULL};
  progress tell = said;
  int count = 0;
  start("steps.cl", "");
  m = ints(64, 0);
  k = kernel_named("add");
  o.tell = said;
  o.with = (void *)"told";
  run(&o);
  show("told", m);

  for (int t = 0; t < 4; t++) {
    add(t);
    if (tell != NULL)
      count++;
    if (tell)
      tell(t, (void *)"main");
  }
  printf("%d\n", count);
  show("main", m);

  choose(argc);
  for (int t = 0; t < 4; t++) {
    add(2 * t);
    if (set_later)
      set_later(t, (void *)"later");
    else
      count += t;
  }
  printf("%d\n", count);
  show("later", m);

  choose(9);
  for (int t = 0; t < 4; t++) {
    add(3 * t);
    if (!set_later)
      count += t;
    else
      set_later(t, (void *)"now");
  }
  printf("%d\n", count);
  show("now", m);
  return 0;
}
