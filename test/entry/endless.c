/* Loops without a condition: what is done in front of the way out is done once, whoever ran the last trip.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entered --output-file said.txt
   RUN: env CHECK_AT="2,1 1,1" %{check} --entries 5
   RUN: env CHECK_AT="2,1 1,1" PERSISTIFY_FAULT=ends-twice not %{check} --entries 5 | FileCheck %s
   CHECK: {{said.txt|standard output differs}}
*/
#include "setup.h"

static cl_kernel add, grow;
static cl_mem data, flag;
static size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int grown(int limit) {
  int any = 0;
  clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof any, &any, 0, NULL, NULL);
  clSetKernelArg(grow, 0, sizeof data, &data);
  clSetKernelArg(grow, 1, sizeof flag, &flag);
  clSetKernelArg(grow, 2, sizeof limit, &limit);
  clEnqueueNDRangeKernel(queue, grow, 1, NULL, &items, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof any, &any, 0, NULL, NULL);
  return any;
}

/* Which only the host can do, so the way out is copied behind the loop. */
static void tell(const char *what, int n) {
  FILE *out = fopen("said.txt", "a");
  fprintf(out, "%s %d\n", what, n);
  fclose(out);
}

static void once(void) {
  int i = 0;
  for (;;) {
    step(i);
    if (++i == 9) {
      tell("ends with", i);
      break;
    }
  }
  for (i = 0;; i++) {
    step(2);
    if (i > 6) {
      tell("again with", i);
      break;
    }
  }
  for (int k = 3;; k += 2) {
    step(k);
    if (k == 17) {
      tell("declared", k);
      break;
    }
  }
  while (1) {
    if (!grown(300)) {
      tell("all grown", i);
      break;
    }
  }
}

static int returns(void) {
  int i = 0;
  for (;;) {
    step(1);
    if (++i == 8)
      return 3 * i;
  }
}

int main(void) {
  remove("said.txt");
  start("steps.cl", "");
  add = kernel_named("add");
  grow = kernel_named("grow");
  data = ints(64, 1);
  flag = ints(1, 0);
  once();
  printf("%d\n", returns());
  show("data", data);
  return 0;
}
