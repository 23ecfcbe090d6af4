/* Tables whose contents change in ways that are hard to see from the source: by bytes, by
   the library, by what the program is called with. Preconditions find it. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "does not point to 'z'" -- 1
#include "setup.h"

struct item { size_t size; const void *value; };
static const size_t items = 64;

static void swap_bytes(void *a, void *b, size_t n) {
  unsigned char *x = (unsigned char *)a, *y = (unsigned char *)b;
  while (n--) {
    unsigned char t = *x;
    *x++ = *y;
    *y++ = t;
  }
}
static int by_value(const void *a, const void *b) {
  int x = *(const int *)((const struct item *)a)->value, y = *(const int *)((const struct item *)b)->value;
  return x < y ? -1 : x > y;
}
static void add(cl_kernel k, cl_mem a, const struct item *item) {
  need(clSetKernelArg(k, 0, sizeof a, &a), "buffer");
  need(clSetKernelArg(k, 1, item->size, item->value), "value");
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

int main(int argc, char **argv) {
  (void)argv;
  start("steps.cl", "");
  cl_mem a = ints(64, 1);
  cl_kernel k = kernel_named("add");
  int x = 1, y = 100, z = 10000;
  struct item table[3] = {{sizeof z, &z}, {sizeof x, &x}, {sizeof y, &y}};

  swap_bytes(&table[0], &table[1], sizeof table[0]);
  for (int i = 0; i < 3; i++) {
    add(k, a, &table[0]);
    x += i;
  }
  show("bytes", a);
  qsort(table, 3, sizeof *table, by_value);
  for (int i = 0; i < 3; i++) {
    add(k, a, &table[1]);
    y += i;
  }
  show("sorted", a);
  memcpy(&table[2].value, &table[argc - 1].value, sizeof table[2].value);
  for (int i = 0; i < 3; i++) {
    add(k, a, &table[2]);
    z += i;
  }
  show("copied", a);
  int n = 1;
  size_t sizes[2] = {sizeof x, sizeof x};
  memset(sizes, 0, sizeof sizes);
  sizes[0] = (size_t)(argc + 2);
  for (int i = 0; i < 3; i++) {
    need(clSetKernelArg(k, 0, sizeof a, &a), "buffer");
    need(clSetKernelArg(k, 1, sizes[0], &n), "value");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    n += 7;
  }
  show("sized", a);
  return 0;
}
