/* What no analysis can know, said by pragmas.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 5 --allow-kernel add=6 -- 6 2
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback overlap -- 6 1
   RUN: %persistify %S/steps.cl %s -o %t --explain --no-opt=same-index -- %cl_inc -I%S/../host/Inputs 2> %t.stderr | FileCheck %s
   RUN: FileCheck %s --check-prefix=NOTE --input-file %t.stderr --implicit-check-not=warning
*/
#include "setup.h"

static size_t global = 64;
struct app {
  cl_kernel work; /* which one is known at run time only */
  int logged;
};
static cl_kernel map, adder;

static void run(cl_kernel k) {
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void named(struct app *app, int n) {
  cl_mem a = ints(64, 1);
  clSetKernelArg(app->work, 0, sizeof a, &a);
#pragma persistify kernel(work, "add")
  for (int i = 0; i < n; i++) {
    clSetKernelArg(app->work, 1, sizeof i, &i);
    run(app->work);
  }
  show("named", a);
}

static int calls;
static void log_status(FILE *to, const char *what, int step) {
  ++calls;
  fprintf(to, "%s %d\n", what, step);
}

static void dropped(int n) {
  cl_mem a = ints(64, 5);
  int i = 0;
  clSetKernelArg(adder, 0, sizeof a, &a);
  /* The argument's own effect stays. */
#pragma persistify drop(log_status)
  while (i < n) {
    clSetKernelArg(adder, 1, sizeof i, &i);
    run(adder);
    log_status(stderr, "step", i++);
  }
  show("dropped", a);
  printf("%d\n", i);
}

static void skipped(int n) {
  cl_mem a = ints(64, 9);
  clSetKernelArg(adder, 0, sizeof a, &a);
#pragma persistify skip
  for (int i = 0; i < n; i++) {
    clSetKernelArg(adder, 1, sizeof i, &i);
    run(adder);
  }
  show("skipped", a);
}

static void forced(int n) {
  cl_mem a = ints(64, 2), b = ints(64, 3);
  clSetKernelArg(map, 0, sizeof a, &a);
  clSetKernelArg(map, 1, sizeof b, &b);
#pragma persistify force
  for (int repeat = 0; repeat < 3; repeat++)
    for (int i = 0; i < n; i++) {
      clSetKernelArg(map, 2, sizeof i, &i);
      run(map);
    }
  show("forced", b);
}

/* Which buffers the arguments are depends on input; they are different ones. */
static void distinct(int n, int pick) {
  cl_mem buffers[4] = {ints(64, 1), ints(64, 2), ints(64, 3), ints(64, 4)};
  clSetKernelArg(map, 0, sizeof(cl_mem), &buffers[pick % 2]);
  clSetKernelArg(map, 1, sizeof(cl_mem), &buffers[1 - pick % 2]);
  clSetKernelArg(adder, 0, sizeof(cl_mem), &buffers[pick < 2 ? 0 : pick]);
  /* CHECK: {{.*}}pragmas.c:[[#@LINE+6]]:3: persistify_region_4
     CHECK: clEnqueueNDRangeKernel map
     CHECK-NEXT: clEnqueueNDRangeKernel add{{.*}}no barrier
     CHECK: guards:{{.*}}are distinct buffers
  */
#pragma persistify distinct(map.in, add.a) distinct(map.out, add.a)
  for (int i = 0; i < n; i++) {
    clSetKernelArg(map, 2, sizeof i, &i);
    run(map);
    clSetKernelArg(adder, 1, sizeof i, &i);
    run(adder);
  }
  for (int b = 0; b < 4; b++)
    show("distinct", buffers[b]);
}

/* The same without the hint, for comparison: a barrier, and no need for the guard. */
static void careful(int n, int pick) {
  cl_mem buffers[2] = {ints(64, 1), ints(64, 2)};
  clSetKernelArg(map, 0, sizeof(cl_mem), &buffers[pick % 2]);
  clSetKernelArg(map, 1, sizeof(cl_mem), &buffers[1 - pick % 2]);
  clSetKernelArg(adder, 0, sizeof(cl_mem), &buffers[pick % 2]);
  /* CHECK: {{.*}}pragmas.c:[[#@LINE+5]]:3: persistify_region_5
     CHECK: clEnqueueNDRangeKernel map
     CHECK-NEXT: barrier: {{.*}}perhaps the same buffer
     CHECK-NOT: distinct
  */
  for (int i = 0; i < n; i++) {
    clSetKernelArg(map, 2, sizeof i, &i);
    run(map);
    clSetKernelArg(adder, 1, sizeof i, &i);
    run(adder);
  }
  for (int b = 0; b < 2; b++)
    show("careful", buffers[b]);
}

/* NOTE: {{.*}}pragmas.c:47:5: note: the call of 'log_status' is dropped, as a hint says [PST3020]
   NOTE: persistify: 5 loops transformed, 0 refused
*/
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 6, pick = argc > 2 ? atoi(argv[2]) : 2;
  struct app app = {0};
  start("steps.cl", "");
  app.work = clCreateKernel(program, argc > 3 ? argv[3] : "add", NULL);
  adder = clCreateKernel(program, "add", NULL);
  map = clCreateKernel(program, "map", NULL);
  named(&app, n);
  dropped(n);
  skipped(n);
  forced(n);
  distinct(n, pick);
  careful(n, pick);
  return 0;
}
