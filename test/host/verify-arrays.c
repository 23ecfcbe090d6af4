/* PERSISTIFY=verify of host arrays whose length the loop's own transfers tell: what they held is kept as far as the loop
   comes, and compared.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc %t/verify-arrays.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
   RUN: diff %t/off.out %t/verify.out
   RUN: FileCheck %s --input-file %t/verify.err --implicit-check-not=persistify:
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err
   RUN: diff %t/off.out %t/on.out
   RUN: not grep -q "original loop" %t/on.err
   Each of them is compared:
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify "PERSISTIFY_TEST_CORRUPT=(*s.cells):44" ./program; echo code $?' > %t/member.err 2>&1
   RUN: FileCheck %s --check-prefix=MEMBER --input-file %t/member.err
   MEMBER: '(*s.cells):44' was changed
   MEMBER-NEXT: verify: variable '(*s.cells)'[11]: original 0x{{[0-9a-f]+}}, persistent 0x{{[0-9a-f]+$}}
   MEMBER: code 4
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify "PERSISTIFY_TEST_CORRUPT=(*at):252" ./program; echo code $?' > %t/grows.err 2>&1
   RUN: FileCheck %s --check-prefix=GROWS --input-file %t/grows.err
   GROWS: '(*at):252' was changed
   GROWS-NEXT: verify: variable '(*at)'[63]: original 0x{{[0-9a-f]+}}, persistent 0x{{[0-9a-f]+$}}
   GROWS: code 4
*/
#include "setup.h"

typedef struct {
  size_t rows, cols;
  int *cells;
} field;

static cl_kernel add_k, map_k;
static cl_mem data, other;

static void add(int v, size_t global) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

/* There and back, by a member of a structure that a function is given. */
static void step(field *f, int v) {
  clEnqueueWriteBuffer(queue, data, CL_FALSE, 0, f->rows * f->cols * sizeof(int), f->cells, 0, NULL, NULL);
  add(v, f->rows * f->cols);
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, f->rows * f->cols * sizeof(int), f->cells, 0, NULL, NULL);
}

static void member(void) {
  field s = {4, 8, NULL};
  s.cells = calloc(s.rows * s.cols, sizeof *s.cells);
  // CHECK: persistify: verify-arrays.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; i < 5; i++)
    step(&s, i);
  printf("member %d %d\n", s.cells[0], s.cells[31]);
  free(s.cells);
}

/* Ever more of it, as only the trips know: what lies behind is never touched. */
static void grows(int *at, int n) {
  // CHECK: persistify: verify-arrays.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; n < 64; i++) {
    add(i, 64);
    n += 24 + at[0] % 2;
    if (n > 64)
      n = 64;
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *at, at, 0, NULL, NULL);
  }
  printf("grows %d %d %d\n", n, at[0], at[n - 1]);
}

/* Only uploaded: the plan says that the loop leaves it as it is. */
static void uploaded(const int *from, unsigned n) {
  // CHECK: persistify: verify-arrays.c:[[#@LINE+1]]: verify: passed: {{.*}} not deterministic{{$}}
  for (int i = 0; i < 3; i++) {
    clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, n * sizeof *from, from, 0, NULL, NULL);
    clSetKernelArg(map_k, 0, sizeof data, &data);
    clSetKernelArg(map_k, 1, sizeof other, &other);
    clSetKernelArg(map_k, 2, sizeof i, &i);
    size_t global = n;
    clEnqueueNDRangeKernel(queue, map_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(void) {
  start("steps.cl", "");
  add_k = kernel_named("add");
  map_k = kernel_named("map");
  data = ints(64, 1);
  other = ints(64, 2);
  member();
  int *all = malloc(64 * sizeof *all);
  memset(all, 1, 64 * sizeof *all);
  grows(all, 3);
  uploaded(all, 64);
  free(all);
  show("data", data);
  show("other", other);
  return 0;
}
