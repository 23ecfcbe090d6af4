/* Two structs of C have one name: at the loop it is that of the other one.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs
   RUN: %{check} --no-persist --reason "another declaration hides 'lap' at the loop"
   RUN: env PERSISTIFY_FAULT=any-type-name not %{check} --entries 1 | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

static cl_kernel add;
static double total;
struct lap {
  int at;
  double from;
};
static void step(int by) {
  size_t items = 64;
  struct lap x;
  x.from = clock();
  x.at = by;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  total += clock() - x.from;
  x.at += x.from >= 0;
  printf("%d\n", x.at);
}

int main(void) {
  struct lap {
    double from;
    short at;
  } mine = {0, 0};
  int i;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 4; i++) {
    struct lap y;
    y.from = clock();
    y.at = 5;
    y.at += y.from >= 0;
    mine = y;
    step(100000 * i);
    printf("%d\n", mine.at);
  }
  show("a", a);
  return 0;
}
