/* Levels of a grid, from one to the next by pointer arithmetic: behind the last one there is
   nothing to look at. A number that the loop computes says which level it is. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
#include "setup.h"

#define LEVELS 4
struct level {
  int n;
  cl_mem u;
};
struct grids {
  struct level at[LEVELS];
  cl_kernel map;
};

static void between(struct grids *g, struct level *from, struct level *to) {
  size_t items = 64;
  clSetKernelArg(g->map, 0, sizeof(cl_mem), &from->u);
  clSetKernelArg(g->map, 1, sizeof(cl_mem), &to->u);
  clSetKernelArg(g->map, 2, sizeof(int), &from->n);
  clEnqueueNDRangeKernel(queue, g->map, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void cycle(struct grids *g) {
  int d;
  for (d = 0; d < LEVELS - 1; d++) {
    struct level *fine = &g->at[d], *coarse = fine + 1;
    between(g, fine, coarse);
    coarse->n += d;
  }
  for (d = LEVELS - 1; d > 0; d--) {
    struct level *coarse = g->at + d;
    between(g, coarse, coarse - 1);
  }
}

int main(void) {
  static struct level rows[LEVELS];
  struct grids g;
  int i;
  start("steps.cl", "");
  g.map = kernel_named("map");
  for (i = 0; i < LEVELS; i++) {
    g.at[i].n = rows[i].n = 10 * i;
    g.at[i].u = rows[i].u = ints(64, i);
  }
  for (i = 0; i < 3; i++)
    cycle(&g);
  for (i = 0; i < LEVELS; i++) {
    printf("%d ", g.at[i].n);
    show("level", g.at[i].u);
  }
  for (i = 0; i < LEVELS - 1; i++) { /* an array that stands alone */
    struct level *row = &rows[i];
    between(&g, row, row + 1);
  }
  show("last", rows[LEVELS - 1].u);
  return 0;
}
