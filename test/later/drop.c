/* --output=drop leaves output out, but not what its arguments do. More output than the log holds at first.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --output=drop -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --tool-flag=--output=drop --entries 2 --ignore-output=^dropped
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 2 --relaunches 1 -- much
   CHECK: drop.c:[[@LINE+15]]:5: note: output ('printf') is dropped, as --output=drop says [PST3011]
   CHECK-NOT: PST3010
*/
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static int few(void) {
  int n = 0;
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(add_k, 0, sizeof data, &data);
    clSetKernelArg(add_k, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
    printf("dropped %d %d\n", i, ++n);
  }
  return n;
}

static void many(int lines) {
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(add_k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
    for (int j = 0; j < lines; j++)
      printf("dropped %d.%d\n", i, j);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 3);
  printf("n = %d\n", few());
  many(argc > 1 ? 30000 : 3);
  show("data", data);
  return 0;
}
