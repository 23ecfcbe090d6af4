/* Arrays of buffers whose length only the run knows, by an index of the loop: the levels of a scan, up and down, in memory that the
   program allocates; buffers that a chain hands on; more of them than a region looks at, elements that are null, and a
   buffer that was given back behind the last one.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 -- 3
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 -- 9
   RUN: env PERSISTIFY_FAULT=no-unknown-lengths not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 -- 3
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "none of those that the program was seen to use" -- 20
   RUN: %long env PERSISTIFY_FAULT=any-element not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any -- 20
*/
#include "setup.h"

static cl_kernel map, back, add;
static cl_mem *levels;
static int count;
static const size_t global = 64;

static void set(cl_kernel k, cl_uint at, const void *what) { need(clSetKernelArg(k, at, sizeof(cl_mem), what), "argument"); }

static void up(void) {
  int i;
  for (i = 0; i < count - 1; i++) {
    set(map, 0, &levels[i]);
    set(map, 1, &levels[i + 1]);
    clSetKernelArg(map, 2, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL), "up");
  }
}

static void down(cl_mem *of, unsigned n) {
  for (unsigned i = n - 2; i > 0; --i) {
    set(back, 0, of + i);
    set(back, 1, of + (i - 1));
    clSetKernelArg(back, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, back, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

struct chain { cl_mem first, *rest; int *steps, n; };

static void along(struct chain *c) {
  cl_mem at = c->first;
  for (int i = 0; i < c->n; i++) {
    set(map, 0, &at);
    set(map, 1, &c->rest[i]);
    clSetKernelArg(map, 2, sizeof(int), &c->steps[i]);
    if (clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL))
      return;
    at = c->rest[i];
  }
}

/* The first one by name, too. */
static void first_and_all(int times) {
  for (int i = 0, to = 0; i < times; i++) {
    set(add, 0, levels);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    set(add, 0, &levels[to]);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    to = (to + 2) % count;
  }
}

int main(int argc, char **argv) {
  struct chain c;
  int i;
  count = argc > 1 ? atoi(argv[1]) : 3;
  start("steps.cl", "");
  map = kernel_named("map");
  back = kernel_named("map_back");
  add = kernel_named("add");
  levels = (cl_mem *)malloc((count + 1) * sizeof *levels);
  c.rest = (cl_mem *)calloc(count + 2, sizeof *c.rest);
  c.steps = (int *)malloc(count * sizeof(int));
  c.n = count;
  for (i = 0; i < count; i++)
    levels[i] = ints(64, i);
  for (i = 0; i < count; i++) {
    c.rest[i] = levels[(i * 2 + 1) % count];
    c.steps[i] = i * 3;
  }
  c.first = levels[count] = ints(64, 50);
  clReleaseMemObject(levels[count]); /* and what lies behind the array is it, still */
  c.first = ints(64, 70);
  up();
  down(levels, count);
  along(&c);
  first_and_all(4);
  up();
  down(levels, count);
  along(&c);
  first_and_all(4);
  up();
  for (i = 0; i < count; i++)
    show("level", levels[i]);
  return 0;
}
