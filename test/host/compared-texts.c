/* Constant texts are compared where the loop is read, if it only matters whether they are the same.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
   RUN: not %persistify %S/steps.cl %s -o %t -- -DHOW_FAR -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: warning: call of 'strcmp' inside the loop
*/
#include "setup.h"

static const size_t global = 64;

static int weight(const char *of) {
  if (!strcmp(of, "even"))
    return 3;
  if (strncmp(of, "odds", 3) == 0 || 0 != strcmp("", ""))
    return 5;
  return strcmp(of, "none") ? 7 : 11;
}

static void grow(cl_kernel add, const char *how, int by) {
  int v = by * weight(how);
#ifdef HOW_FAR
  v += strcmp(how, "b");
#endif
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(void) {
  cl_kernel add;
  cl_mem a;
  int i;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 5; i++)
    if (i % 2)
      grow(add, "odd", i);
    else
      grow(add, "even", i);
  for (i = 0; i < 4; i++) {
    grow(add, "none", i);
    grow(add, "even\0more", 1);
    grow(add, "other", 2);
  }
  show("a", a);
  return 0;
}
