/* No local size: an implementation takes one work-group where it can, and some programs count on it. */
// REQUIRES: device
// RUN: %run-check %S/one-group.cl %s --host-flag=-I%S/Inputs --entries 4 --min-groups 1
#include "setup.h"

static cl_kernel around;

static cl_mem a, b;
static void begin(int items) {
  a = ints(items, 1);
  b = ints(items, 0);
  need(clSetKernelArg(around, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(around, 1, sizeof b, &b), "arg");
}
static void end(void) {
  show("a", a);
  show("b", b);
}
static void launch(cl_uint dims, const size_t *size, int by) {
  need(clSetKernelArg(around, 2, sizeof by, &by), "arg");
  need(clEnqueueNDRangeKernel(queue, around, dims, NULL, size, NULL, 0, NULL, NULL), "launch");
}

int main(void) {
  const size_t line[] = {48}, square[] = {8, 8}, cube[] = {4, 2, 8}, column[] = {1, 30};
  start("one-group.cl", "");
  around = kernel_named("around");
  begin(48);
  for (int by = 1; by < 10; by++)
    launch(1, line, by);
  end();
  begin(64);
  for (int by = 1; by < 13; by++)
    launch(2, square, by);
  end();
  begin(64);
  for (int by = 1; by < 8; by++)
    launch(3, cube, by);
  end();
  begin(30);
  for (int by = 1; by < 6; by++)
    launch(2, column, by);
  end();
  return 0;
}
