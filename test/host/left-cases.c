/* Cases of a switch that only the host can do: where the program takes another one all the time, the loop moves.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 2
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "a path of the host program that cannot run on the device" -- 0
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 --expect-exit 7 -- 9
   RUN: env PERSISTIFY_FAULT=whole-switches not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- 1
   RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DCHANGES 2>&1 | FileCheck %s
   CHECK: 3 loops transformed, 1 refused
*/
#include "setup.h"

enum mode { ON_HOST, ADD, MAP };
typedef struct {
  int v[4];
  char *name;
} item;

static cl_kernel add, map;
static size_t global = 64;

static void arguments(cl_kernel k, cl_mem a, int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
}

static int on_host(item *items, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    items[i].v[i % 4] += (int)strlen(items[i].name);
    sum += items[i].v[i % 4];
    if (!getenv("PATH"))
      abort();
  }
  return sum;
}

static void steps(enum mode mode, cl_mem a, cl_mem b, item *items, int n) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    switch (mode) {
    case ON_HOST:
      sum += on_host(items, n);
      break;
    case ADD:
      arguments(add, a, i);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
      break;
    case MAP: {
      clSetKernelArg(map, 0, sizeof a, &a);
      clSetKernelArg(map, 1, sizeof b, &b);
      clSetKernelArg(map, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
    } break;
    default:
      exit(7);
    }
    sum += i;
  }
  printf("%d\n", sum);
}

/* One falls into the next, which breaks under a condition. */
static void falls(int mode, cl_mem a, item *items, int n) {
  for (int i = 0; i < 4; i++) {
    switch (mode) {
    case 2:
      arguments(add, a, 2 * i);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    case 1:
      arguments(add, a, i);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
      if (i < 7)
        break;
    case 0:
      on_host(items, n);
    }
  }
}

/* The one that is left is in the middle; the device's choice decides about the others. */
static void chosen(int mode, cl_mem a, item *items, int n) {
  for (int i = 0; i < 6; i++) {
    int kind = mode == 0 ? 3 : i % 2;
    arguments(add, a, i);
    switch (mode) {
    case 1:
    case 2:
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
      break;
    default:
      on_host(items, n);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
    switch (kind) {
    case 0:
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  }
}

#ifdef CHANGES
/* What decides changes in the loop: refused. */
static void turns(int mode, cl_mem a, item *items, int n) {
  for (int i = 0; i < 6; i++) {
    switch (mode) {
    case 0:
      on_host(items, n);
      break;
    default:
      arguments(add, a, i);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
    mode = (mode + 1) % 3;
  }
}
#endif

int main(int argc, char **argv) {
  const int mode = argc > 1 ? atoi(argv[1]) : 1;
  item items[2] = {{{1, 2, 3, 4}, "one"}, {{5, 6, 7, 8}, "two"}};
  start("steps.cl", "");
  add = kernel_named("add"), map = kernel_named("map");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  steps((enum mode)mode, a, b, items, 2);
  falls(mode, a, items, 2);
  chosen(mode, a, items, 2);
#ifdef CHANGES
  turns(mode, a, items, 2);
#endif
  show("a", a);
  show("b", b);
  printf("%d\n", items[0].v[0] + items[1].v[1]);
  return 0;
}
