/* The length of a constant text is a constant where the loop is read: of a literal, of an argument, of a variable that nothing changes.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: %persistify %S/steps.cl %s -o %t -- -DREAD -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: warning: call of 'strlen' inside the loop: there is no model
*/
#include "setup.h"

static const size_t global = 64;
static cl_kernel k;
static cl_mem a;

static void add(int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void named(const char *name, int by) { add((int)strlen(name) + by); }

int main(void) {
  const char *const word = "seven";
  char read[16] = "x";
  int i;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 1);
  for (i = 0; i < 5; i++)
    if (i % 2)
      named("odd", i);
    else
      named("zero", i);
  for (i = 0; i < 4; i++)
    add((int)(strlen("more\0hidden") + strlen(word) * i));
  for (i = 0; i < 3; i++) {
    size_t n = strlen("");
    named("a b c", (int)n);
  }
#ifdef READ
  if (fgets(read, sizeof read, stdin))
    for (i = 0; i < 3; i++)
      add((int)strlen(read));
#endif
  show("a", a);
  return read[0] != 'x';
}
