/* Loops that are entered between two trips, whose conditions begin or end with a macro, or are one.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --explain -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
   CHECK-COUNT-11: between trips: the loop can be entered and left
   The begin of a macro that goes on is no place for a question:
   CHECK-NEXT: between trips: the loop is not entered or left: it has no condition that can be edited
   CHECK-NEXT: between trips: the loop can be entered and left
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=half-macros not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 13
*/
#include "setup.h"
#define N 32
#define STEPS 9
#define BLOCK 4
#define MOST (STEPS + BLOCK)
#define RUNNING (i < n && n > 0)
#define BARE i < n
#define LESS(a, b) ((a) < (b))
#define BELOW(a) < (a)
#define FIRST(a) a +
#define FOREVER 1
#define AND_SMALL && i < STEPS
#define REST n; i++) {
#define SAME(c) c
static const size_t items = N;
static cl_kernel add;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

int main(void) {
  int i, n = 17;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(N, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < STEPS; i++)
    step(i);
  for (i = 0; i < n - BLOCK; i += BLOCK)
    step(i * 3);
  for (i = 2; STEPS > i; ++i)
    step(i + 100);
  show("numbers", a);
  for (i = 0; RUNNING; i++)
    step(i * 5);
  for (i = 0; BARE; i += 2)
    step(i * 7);
  for (i = 0; LESS(i, MOST); i++)
    step(-i);
  for (i = 0; i BELOW(n); i += 3)
    step(i);
  show("conditions", a);
  i = 3;
  do
    step(i++);
  while (FIRST(i) 2 < MOST);
  i = 0;
  while (FOREVER) {
    if (i >= 7)
      break;
    step(i++ * 11);
  }
  for (i = 0; n > 5 AND_SMALL; i++)
    step(n--);
  for (i = 0; n > 0 AND_SMALL || i == STEPS; i++)
    step(i);
  show("parts", a);
  for (i = 1; i < REST
    step(i);
  }
  for (i = 1; SAME(i < n); i++)
    step(i);
  show("others", a);
  printf("%d %d\n", i, n);
  return 0;
}
