/* Handles in arrays of which the program has set some only: where an index chooses, nobody
   asks OpenCL about the others. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --expect-fallback "is not a buffer"
#include "setup.h"

struct level {
  cl_mem cells;
  int n;
};
static const size_t items = 64;
static cl_kernel k_add;

static void add(cl_mem to, int v) {
  need(clSetKernelArg(k_add, 0, sizeof to, &to), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL), "add");
}
static void structs(int used) {
  struct level all[8];
  memset(all, 0xab, sizeof all);
  for (int i = 0; i < used; i++)
    all[i] = (struct level){ints(64, i), i};
  for (int t = 0; t < 6; t++)
    add(all[t % used].cells, all[(t + 1) % used].n);
  for (int i = 0; i < used; i++)
    show("struct", all[i].cells);
}
static void handles(int used) {
  cl_mem all[8];
  memset(all, 0xab, sizeof all);
  for (int i = 0; i < used; i++)
    all[i] = ints(64, i);
  all[7] = (cl_mem)&all; /* readable, but no buffer */
  for (int t = 0; t < 6; t++)
    add(all[t % used], t);
  for (int i = 0; i < used; i++)
    show("handle", all[i]);
}

int main(void) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  structs(3);
  handles(3);
  structs(8);
  return 0;
}
