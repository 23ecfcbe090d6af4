/* Pointers that the program follows only where they are good: null for a size that is left to OpenCL (which may be, for the region, too), never set or
   null where the loop makes no trip, null behind a member, null or never set where a guard looks behind them.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/pointers.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: cd %t && %env_device PERSISTIFY=off PERSISTIFY_STATS=1 ./program > off.out 2> off.err && diff original.out off.out
   RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
   NOTICES: any-pointer
   RUN: rm -rf %t.bare && env PERSISTIFY_FAULT=any-pointer %persistify %S/steps.cl %s -o %t.bare --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t.bare %t.bare/pointers.c -I%S/../host/Inputs %runtime_flags -o %t.bare/program
   RUN: cd %t.bare && cp %t/*.cl . && not %env_device PERSISTIFY=on ./program
   RUN: rm -rf %t.unled && env PERSISTIFY_FAULT=unled-guards %persistify %S/steps.cl %s -o %t.unled --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t.unled %t.unled/pointers.c -I%S/../host/Inputs %runtime_flags -o %t.unled/program
   RUN: cd %t.unled && cp %t/*.cl . && not %env_device PERSISTIFY=on ./program
   NOTICES: unled-guards
   RUN: rm -rf %t.unread && env PERSISTIFY_FAULT=unread-pointers %persistify %S/steps.cl %s -o %t.unread --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t.unread %t.unread/pointers.c -I%S/../host/Inputs %runtime_flags -o %t.unread/program
   RUN: cd %t.unread && cp %t/*.cl . && not %env_device PERSISTIFY=on ./program
   NOTICES: unread-pointers
   CHECK: original loop: the pointer to '{{.*}}step{{.*}}' is not good
   CHECK: original loop: {{.*c.*}} is null
   CHECK: original loop: {{.*}}plan{{.*}} is null
   CHECK: original loop: 'w' is null
   CHECK: original loop: 'w->tools' points to nothing that can be read
   sized:  CHECK: entries=2 persistent=2 fallback=0
   walked: CHECK: entries=2 persistent=1 fallback=1
   nested: CHECK: entries=3 persistent=1 fallback=2
   called: CHECK: entries=3 persistent=1 fallback=2
*/
#include "setup.h"

static cl_kernel add;
static cl_mem a;
static size_t items = 64;

static void sized(const size_t *wanted) {
  size_t one[1], *local = NULL;
  int t;
  if (wanted) {
    one[0] = *wanted;
    local = one;
  }
  for (t = 0; t < 5; t++) {
    clSetKernelArg(add, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, local, 0, NULL, NULL);
  }
}

static void walked(int trips, int *step) {
  int t, d = 1;
  for (t = 0; t < trips; t++) {
    d += *step;
    clSetKernelArg(add, 1, sizeof d, &d);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

struct plan {
  int *weight;
};
struct config {
  struct plan *plan;
};

static void nested(const struct config *c, int trips) {
  int t;
  for (t = 0; t < trips; t++) {
    clSetKernelArg(add, 1, sizeof(int), c->plan->weight);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

static int twice(int t) { return 2 * t; }
struct tools {
  int (*scale)(int);
};
struct work {
  struct tools *tools;
};

static void called(int scaled, const struct work *w) {
  int t;
  for (t = 0; t < 5; t++) {
    int v = t;
    if (scaled)
      v = w->tools->scale(t);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

int main(void) {
  size_t wanted = 16;
  int one = 1, weight = 3;
  struct plan p;
  struct config c;
  struct tools tools;
  struct work w;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 5);
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof one, &one);
  sized(&wanted);
  sized(NULL);
  show("sized", a);
  walked(4, &one);
  walked(0, (int *)-64L);
  show("walked", a);
  p.weight = &weight;
  c.plan = &p;
  nested(&c, 3);
  nested(NULL, 0);
  c.plan = NULL;
  nested(&c, 0);
  clFinish(queue);
  show("nested", a);
  tools.scale = twice;
  w.tools = &tools;
  called(1, &w);
  called(0, NULL);
  w.tools = (struct tools *)-64L;
  called(0, &w);
  show("called", a);
  return 0;
}
