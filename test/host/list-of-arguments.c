/* A function with a list of arguments that hands it on is performed as a whole.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
*/
#include "setup.h"
#include <stdarg.h>

static int verbose = 2;

static void write_log(const char *prefix, const char *format, va_list list) {
  printf("%s: ", prefix);
  vprintf(format, list);
}
static void note(const char *format, ...) {
  va_list list;
  if (verbose < 2)
    return;
  va_start(list, format);
  write_log("note", format, list);
  va_end(list);
}
static void fail(const char *format, ...) {
  va_list list;
  va_start(list, format);
  write_log("error", format, list);
  va_end(list);
  exit(1);
}

int main(void) {
  size_t global = 64;
  cl_kernel add;
  cl_mem a;
  int i, sum = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 6; i++) {
    cl_int err = clSetKernelArg(add, 1, sizeof i, &i);
    if (err != CL_SUCCESS)
      fail("argument %d: %d\n", i, err);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    sum += i;
    note("step %d, sum %d of %s\n", i, sum, "all");
  }
  show("a", a);
  return 0;
}
