/* PERSISTIFY=verify: what it puts back between the runs, and which loops it leaves alone.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc %t/verify.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
   RUN: diff %t/off.out %t/verify.out
   RUN: FileCheck %s --input-file %t/verify.err --implicit-check-not=persistify:
   The library's switch of tests, on an array and on a buffer; the first loop is the one that ends the program:
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT=all:12 ./program; echo code $?' > %t/array.err 2>&1
   RUN: FileCheck %s --check-prefix=ARRAY --input-file %t/array.err
   ARRAY: PERSISTIFY_TEST_CORRUPT: 'all:12' was changed
   ARRAY-NEXT: verify: variable 'all'[3]: original 0x{{[0-9a-f]+}}, persistent 0x{{[0-9a-f]+$}}
   ARRAY: the first difference comes in trip 1 of 3, run from what the original left in front of it
   ARRAY: code 4
   What the descriptor says: names and element types, whether the loop can run twice, whether the order of
   atomics matters, where the loop is left.
   RUN: FileCheck %s --check-prefix=TABLE --input-file %t/steps.persist.h
   TABLE: _handles[] = {
   TABLE-NEXT: "data", 4 | PERSISTIFY_SIGNED, 0, {{.*}}},
   TABLE: once{{..}} PERSISTIFY_NULL, {{..}}atomics{{..}} 0, {{..}}ends{{..}} 1,
   TABLE: _exits[] = {[[#RETURN:]]};
   TABLE: once{{..}} PERSISTIFY_NULL, {{..}}atomics{{..}} 0, {{..}}ends{{..}} 1,
   TABLE-NEXT: {{/.gathers./}} 0, {{/.uneven./}} 0, persistify_region_3_exits, 1,
   TABLE: once{{..}} "it takes times (line {{[0-9]+}})", {{..}}atomics{{..}} 0, {{..}}ends{{..}} 1,
*/
#include "setup.h"
#include <time.h>

static cl_kernel add_k, map_k;
static cl_mem data, other;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void verified(void) {
  /* A host array, carried numbers. */
  int all[64] = {0}, i, sum = 1;
  double mean = 0.5;
  // CHECK: persistify: verify.c:[[#@LINE+1]]: verify: passed: 1 buffers, 4 variables, 2 arguments; 0 of 133 elements
  for (i = 0; i < 3; i++) {
    add(i + sum);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
    sum += all[1] % 7;
    mean += 0.1 * sum;
  }
  printf("array %d %d %.17g\n", all[5], sum, mean);
  /* Handles in a structure. */
  struct {
    cl_mem from, to;
    int turn;
  } s = {data, other, 0};
  // CHECK: persistify: verify.c:[[#@LINE+1]]: verify: passed:
  for (i = 0; i < 5; i++) {
    clSetKernelArg(map_k, 0, sizeof s.from, &s.from);
    clSetKernelArg(map_k, 1, sizeof s.to, &s.to);
    clSetKernelArg(map_k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map_k, 1, NULL, &global, NULL, 0, NULL, NULL);
    cl_mem t = s.from;
    s.from = s.to;
    s.to = t;
    s.turn += i;
  }
  printf("structure %d %d\n", s.from == other, s.turn);
}

/* Each run of these would leave something that nobody can take back, if it comes to that. */
static int left(int limit) {
  int i;
  // CHECK: persistify: verify.c:[[#@LINE+2]]: original loop: verify: the original loop cannot run twice: it is left at line [[#@LINE+5]]
  // CHECK-NEXT: persistify: verify.c:[[#@LINE+1]]: verify: passed:
  for (i = 0; i < 10; i++) {
    add(i);
    if (i == limit)
      return i;
  }
  return -1;
}
static void prints(int from) {
  int i;
  // CHECK: persistify: verify.c:[[#@LINE+2]]: verify: passed: {{.*}} not deterministic; the original ran once
  // CHECK-NEXT: persistify: verify.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (i = 0; i < 3; i++) {
    add(i);
    if (i >= from)
      printf("trip %d\n", i);
  }
}
static void takes_times(void) {
  int i;
  double all = 0;
  // CHECK: persistify: verify.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic; the original ran once
  for (i = 0; i < 3; i++) {
    clock_t before = clock();
    add(i);
    all += (double)(clock() - before);
  }
  printf("%s\n", all < 0 ? "back" : "on");
}
static void unknown_size(int n) {
  int *h = (int *)malloc(n * sizeof *h), i;
  // CHECK: persistify: verify.c:[[#@LINE+1]]: verify: passed: 1 buffers, 2 variables, 2 arguments; 0 of {{[0-9]+}} elements not deterministic{{$}}
  for (i = 0; i < 3; i++) {
    add(i);
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *h, h, 0, NULL, NULL);
  }
  printf("unknown %d\n", h[n - 1]);
  free(h);
}

int main(void) {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  map_k = clCreateKernel(program, "map", NULL);
  data = ints(64, 1);
  other = ints(64, 2);
  verified();
  printf("left %d\n", left(4));
  printf("left %d\n", left(40));
  prints(1);
  prints(3);
  takes_times();
  unknown_size(64);
  show("data", data);
  show("other", other);
  return 0;
}
