/* PERSISTIFY=verify of loops whose original may run only once: they print, or read clocks.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: cp %t/steps.persist.h %t/right.h
   RUN: %cc %cl_inc %t/verify-once.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
   RUN: diff %t/off.out %t/verify.out
   RUN: FileCheck %s --input-file %t/verify.err --implicit-check-not=persistify:
   An error of the persistent kernel; the original's output comes once, and then the program ends:
   RUN: sed "0,/a_add_v = (int)h_v;/s//a_add_v = (int)h_v + (h_v == 2);/" %t/right.h > %t/steps.persist.h
   RUN: not diff %t/right.h %t/steps.persist.h > %t/changed
   RUN: %cc %cl_inc %t/verify-once.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/wrong.out 2> %t/wrong.err
   RUN: FileCheck %s --check-prefix=WRONG --input-file %t/wrong.err --implicit-check-not=passed
   RUN: FileCheck %s --check-prefix=CODE --input-file %t/wrong.out
   WRONG: verify: buffer 'data'[0]: original [[#]], persistent [[#]] (and 63 more)
   WRONG: verify: in which trip it comes is not known: the original runs once
   CODE: trip 0
   CODE-NEXT: trip 1
   CODE-NEXT: trip 2
   CODE-NEXT: code 4
   A planted one, in the last loop only:
   RUN: cp %t/right.h %t/steps.persist.h && %cc %cl_inc %t/verify-once.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT=turn:0 ./program; echo code $?' > %t/turn.out 2> %t/turn.err
   RUN: FileCheck %s --check-prefix=TURN --input-file %t/turn.err
   RUN: FileCheck %s --check-prefix=END --input-file %t/turn.out
   TURN: verify: variable 'turn': original 6, persistent
   END: code 4
*/
#include "setup.h"
#include <time.h>

static cl_kernel add_k;
static cl_mem data;

static void add(int v) {
  static const size_t items = 64;
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void prints(void) {
  // CHECK: persistify: verify-once.c:[[#@LINE+1]]: verify: passed: 1 buffers, {{.*}}; 0 of [[#]] elements not deterministic; the original ran once
  for (int i = 0; i < 3; i++) {
    add(i);
    printf("trip %d\n", i);
  }
}

/* The sum of the times is the original's. */
static double timed(void) {
  double all = 0;
  // CHECK: persistify: verify-once.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic; the original ran once
  for (int i = 0; i < 3; i++) {
    const clock_t before = clock();
    add(i + 1);
    all += (double)(clock() - before) + 1;
  }
  return all;
}

/* A number that is read back, and told at the end of each trip. */
static int told(int trips) {
  int turn = 0;
  // CHECK: persistify: verify-once.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic; the original ran once
  for (int k = 0; k < trips; k++) {
    int first = 0;
    add(k * 3);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    turn += k;
    fprintf(stdout, "%d: %d\n", k, first);
  }
  return turn;
}

int main(void) {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 1);
  prints();
  printf("%s\n", timed() >= 3 ? "timed" : "not timed");
  printf("%d\n", told(4));
  return 0;
}
