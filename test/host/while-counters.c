// Elements of a host array of unknown length, as arguments: the counter is changed in the body of the loop.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4..14 --allow-kernel add -- 60
#include "setup.h"

static cl_kernel k;
static size_t items = 64;

static void add(cl_mem m, const cl_int *by) {
  clSetKernelArg(k, 0, sizeof m, &m);
  clSetKernelArg(k, 1, sizeof *by, by);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

/* at the end */
static void forward(cl_mem m, const cl_int *list, int n) {
  int i = 0;
  while (i < n) {
    add(m, list + i);
    i++;
  }
}

/* at the start, in steps of two */
static void pairs(cl_mem m, const cl_int *list, int n) {
  int i = -1;
  for (; i < n - 2;) {
    i += 2;
    add(m, &list[i]);
  }
}

/* not on every trip: the array is no longer than what is looked at */
static void slow(cl_mem m, const cl_int *list, int n) {
  int i = 0, t = 0;
  while (i < n) {
    add(m, list + i);
    if (++t % 2)
      i++;
  }
}

/* left before the end */
static void until(cl_mem m, const cl_int *list, int n) {
  int i = 0;
  while (i < n) {
    if (i == 4)
      break;
    add(m, list + i);
    i++;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]);
  cl_int *list = (cl_int *)malloc(n * sizeof *list);
  cl_mem m;
  start("steps.cl", "");
  m = ints(64, 0);
  k = kernel_named("add");
  for (int i = 0; i < n; i++)
    list[i] = 3 * i + 1;
  forward(m, list, n);
  show("forward", m);
  pairs(m, list, n);
  show("pairs", m);
  slow(m, list, 5);
  show("slow", m);
  until(m, list, n);
  show("until", m);
  free(list);
  return 0;
}
