// A variable that is declared more than once is one variable, whichever declaration a use names.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

extern cl_kernel first;
cl_kernel second;
extern const char *name;

/* Here the variables are those of the declarations above. */
static void make_kernels(void) {
  cl_int err;
  first = clCreateKernel(program, "add", &err);
  need(err, "add");
  second = clCreateKernel(program, name, &err);
  need(err, name);
}

cl_kernel first;
cl_kernel second = NULL;
const char *name = "map";

/* And here those below. */
static void run(cl_mem a, cl_mem b, int n) {
  const size_t items = 64;
  int i;
  for (i = 0; i < n; i++) {
    clSetKernelArg(first, 0, sizeof a, &a);
    clSetKernelArg(first, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, first, 1, NULL, &items, NULL, 0, NULL, NULL);
    clSetKernelArg(second, 0, sizeof a, &a);
    clSetKernelArg(second, 1, sizeof b, &b);
    clSetKernelArg(second, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, second, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

static cl_mem kept;

/* A declaration in a block. */
static void with_block(int n) {
  const size_t items = 64;
  int i;
  for (i = 0; i < n; i++) {
    extern cl_kernel first;
    clSetKernelArg(first, 0, sizeof kept, &kept);
    clSetKernelArg(first, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, first, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

/* The value that the first declaration leaves to the last one. */
extern int trips;
static void counted(cl_mem b) {
  const size_t items = 64;
  int i;
  for (i = 0; i < trips; i++) {
    clSetKernelArg(first, 0, sizeof b, &b);
    clSetKernelArg(first, 1, sizeof trips, &trips);
    clEnqueueNDRangeKernel(queue, first, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}
int trips = 3;

int main(void) {
  cl_mem a, b;
  start("steps.cl", "");
  make_kernels();
  a = ints(64, 5);
  b = ints(64, 1);
  kept = b;
  run(a, b, 5);
  with_block(3);
  trips += 4;
  counted(a);
  show("a", a);
  show("b", b);
  return 0;
}
