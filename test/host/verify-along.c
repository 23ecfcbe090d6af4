/* PERSISTIFY=verify of loops of which the host runs trips: the original runs once, with the files that it writes.
   REQUIRES: device
   ROWS: host-trips
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: cp %t/steps.persist.h %t/right.h
   RUN: %cc %cl_inc %t/verify-along.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out && mv steps.log off.log
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
   RUN: diff %t/off.out %t/verify.out
   RUN: diff %t/off.log %t/steps.log
   RUN: FileCheck %s --input-file %t/verify.err --implicit-check-not=persistify:
   A buffer that the loop has nothing to do with:
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT="*" ./program beside; echo code $?' > %t/beside.err 2>&1
   RUN: FileCheck %s --check-prefix=BESIDE --input-file %t/beside.err --implicit-check-not=passed
   BESIDE: verify: a buffer of 10000 bytes that by the plan the loop does not use: the persistent path changed something in bytes 8192 to 9999
   BESIDE-NEXT: code 4
   An error in one trip; the program ends at once:
   RUN: sed "s/a_add_v = (int)h_by_2/a_add_v = (int)h_by_2 + (h_i == 16)/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-along.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/one.err 2>&1
   RUN: FileCheck %s --check-prefix=ONE --input-file %t/one.err --implicit-check-not=passed
   ONE: verify: the difference comes in trips 16 to 21, run from what the original left in front of them
   ONE-NEXT: verify: buffer 'add.a'[0]: original [[#]], persistent [[#]] (and 63 more)
   ONE-NEXT: verify: what a trip may write there: kernel 'add' (line [[#]])
   ONE-NEXT: code 4
   A variable of the loop's own, and the number of trips:
   RUN: sed "s/h_i = (int)((uint)h_i + 1u)/h_i = (int)((uint)h_i + 1u + (h_i == 4))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-along.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/own.err 2>&1
   RUN: FileCheck %s --check-prefix=OWN --input-file %t/own.err
   OWN: verify: the difference comes in trips 1 to
   OWN: code 4
   What the tool takes for known from the first trip:
   RUN: rm -rf %t.alike && env PERSISTIFY_FAULT=trips-alike %persistify %S/steps.cl %S/host-trips.c -o %t.alike --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc %t.alike/host-trips.c -I%S/Inputs %runtime_flags -o %t.alike/program
   RUN: sh -c 'cd %t.alike && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/alike.err 2>&1
   RUN: FileCheck %s --check-prefix=ALIKE --input-file %t/alike.err
   ALIKE: verify: the difference comes in trips
   ALIKE: code 4
*/
#include "setup.h"

static const size_t items = 64;
static cl_kernel add, map;
static cl_mem cells;

static void launch(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int append(const char *what, int number) {
  FILE *f = fopen("steps.log", "a");
  if (!f)
    return -1;
  fprintf(f, "%s %d\n", what, number);
  return fclose(f);
}

/* The host's trips change a number that others use. */
static void counted(void) {
  int factor = 5, i;
  // CHECK: persistify: verify-along.c:[[#@LINE+1]]: verify: passed: 5 runs of the persistent kernel, with 28 trips; the original ran once
  for (i = 0; i < 32; i++) {
    int by = i * factor + 1;
    launch(by);
    if (i % 7 == 0 && i) {
      append("counted", i);
      factor++;
    }
  }
  printf("%d %d\n", i, factor);
}

/* Left by the host's trip, by one of the device's, and not at all. */
static int left(int limit, int most) {
  // CHECK: persistify: verify-along.c:[[#@LINE+3]]: verify: passed: 2 runs of the persistent kernel, with 10 trips; the original ran once, and was left by another way than its end
  // CHECK-NEXT: persistify: verify-along.c:[[#@LINE+2]]: verify: passed: 2 runs of the persistent kernel, with 10 trips; the original ran once, and was left by another way than its end
  // CHECK-NEXT: persistify: verify-along.c:[[#@LINE+1]]: verify: passed: 4 runs of the persistent kernel, with 17 trips; the original ran once{{$}}
  for (int k = 0; k < 20; k++) {
    launch(k);
    if (k % 6 == 5 && append("left", k) == 0 && k > limit)
      return k;
    if (k > most)
      return -k;
  }
  return 0;
}

/* do { } while, and a loop inside the host's trip. */
static void inner(void) {
  int k = 0;
  // CHECK: persistify: verify-along.c:[[#@LINE+1]]: verify: passed: 3 runs of the persistent kernel, with 6 trips; the original ran once{{$}}
  do {
    launch(k);
    if (k % 4 == 3) {
      append("inner", k);
      for (int j = 0; j < 5; j++)
        launch(j + k);
    }
  } while (++k < 9);
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  if (argc > 1)
    ints(2500, 7);
  add = kernel_named("add"), map = kernel_named("map");
  cells = ints(64, 3);
  clSetKernelArg(add, 0, sizeof cells, &cells);
  counted();
  printf("%d\n", left(9, 100));
  printf("%d\n", left(100, 13));
  printf("%d\n", left(100, 100));
  inner();
  show("cells", cells);
  return 0;
}
