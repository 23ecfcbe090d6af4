/* What the host does on the way out of a moved loop: statements that end with another statement,
   which has the semicolon.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static int step(int t) {
  int first;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
  return first;
}

static int run(char *(*find)(const char *)) {
  for (int t = 0; t < 9; t++)
    if (step(t) > 5) {
      if (find("PERSISTIFY_NOT_SET"))
        printf("set\n");
      else
        printf("left in %d\n", t);
      break;
    }
  for (int t = 0; t < 9; t++)
    if (step(t) > 20) {
      for (int i = 0; i < 2; i++)
        puts(find("PERSISTIFY_NOT_SET") ? "set" : "not set");
      break;
    }
  for (int t = 0; t < 9; t++) {
    if (step(t) > 50) {
      while (find("PERSISTIFY_NOT_SET"))
        puts("never");
      if (!find("PERSISTIFY_NOT_SET"))
        for (const char *c = "abc"; *c; c++)
          putchar(*c);
      return t;
    }
  }
  return -1;
}

int main(void) {
  start("steps.cl", "");
  a = ints(64, 1);
  k = kernel_named("add");
  printf(" %d\n", run(getenv));
  for (int t = 0; t < 9; t++)
    if (step(t) > 60)
      break;
  show("a", a);
  return 0;
}
