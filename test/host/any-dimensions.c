/* Launches in a number of dimensions that only the run knows: by a parameter, a member, a global variable; their sizes behind a
   pointer, of which there may be just as many. Numbers that no launch has, and more than the sizes that are
   there, are the original loop's. Local sizes may be given, or not.
   REQUIRES: device
   RUN: %run-check %S/any-dimensions.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: env PERSISTIFY_FAULT=sizes-behind not %run-check %S/any-dimensions.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: %long env PERSISTIFY_FAULT=constant-dimensions not %run-check %S/any-dimensions.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: %long env PERSISTIFY_FAULT=local-sizes-given not %run-check %S/any-dimensions.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: %run-check %S/any-dimensions.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "none of those that the program was seen to use" -- other
*/
#define _GNU_SOURCE
#include "setup.h"
#include <sys/mman.h>
#include <unistd.h>

static cl_kernel mark, rows;
static cl_mem cells;
static cl_uint dims = 2;

/* How a library times a kernel. */
cl_int repeat(cl_kernel k, cl_uint n, const size_t *global, const size_t *local, int times) {
  cl_int err = CL_SUCCESS;
  int i;
  for (i = 0; i < times; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    err |= clEnqueueNDRangeKernel(queue, k, n, NULL, global, local, 0, NULL, NULL);
  }
  clFinish(queue);
  return err;
}

struct plan { int times; cl_uint dims; size_t from[3], global[3]; };

static void by_plan(const struct plan *p) {
  for (int i = 0; i < p->times; i++) {
    clSetKernelArg(mark, 1, sizeof i, &i);
    need(clEnqueueNDRangeKernel(queue, mark, p->dims, p->from, p->global, NULL, 0, NULL, NULL), "plan");
  }
}

static void by_global(int times) {
  size_t size[2] = {8, 4};
  int v = 0;
  while (v < times) {
    clSetKernelArg(rows, 1, sizeof v, &v);
    if (clEnqueueNDRangeKernel(queue, rows, dims, NULL, size, NULL, 0, NULL, NULL) != CL_SUCCESS)
      break;
    v += 2;
  }
  printf("global: %d\n", v);
}

/* The last number of a page, behind which nothing can be read. */
static size_t *edge(void) {
  size_t page = sysconf(_SC_PAGESIZE);
  char *at = (char *)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + page, page, PROT_NONE);
  return (size_t *)(at + page) - 1;
}

int main(int argc, char **argv) {
  size_t cube[3] = {4, 4, 4}, group[3] = {2, 4, 1}, *one = edge();
  struct plan p = {3, 1, {2, 1, 0}, {5, 3, 2}};
  cl_uint n;
  (void)argv;
  start("any-dimensions.cl", "");
  mark = kernel_named("mark");
  rows = kernel_named("mark_rows");
  cells = ints(256, 3);
  clSetKernelArg(mark, 0, sizeof cells, &cells);
  clSetKernelArg(rows, 0, sizeof cells, &cells);
  for (n = 1; n <= 3; n++) {
    printf("%d %d\n", repeat(mark, n, cube, NULL, 3), repeat(mark, n, cube, group, 2));
    show("cells", cells);
  }
  *one = 64;
  printf("%d\n", repeat(mark, 1, one, NULL, 4));
  for (; p.dims <= 3; p.dims++) {
    by_plan(&p);
    show("cells", cells);
  }
  by_global(5);
  dims = 1;
  by_global(5);
  printf("%d\n", repeat(mark, 2, cube, group, 2));
  show("cells", cells);
  if (argc > 1) {
    dims = 3; /* of two sizes */
    printf("%d %d\n", repeat(mark, 0, cube, NULL, 2), repeat(mark, 4, cube, NULL, 2));
    show("cells", cells);
  }
  return 0;
}
