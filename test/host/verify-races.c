/* PERSISTIFY=verify of loops that do not leave the same each time: that the original does not agree with itself is said first,
   and a race that the tool knows of is named.
   REQUIRES: device
   RUN: rm -rf %t && cat %S/steps.cl %S/races.cl > %t.cl
   RUN: mkdir %t && cp %t.cl %t/steps.cl && cp %s %t/verify-races.c
   RUN: %persistify %t/steps.cl %t/verify-races.c -o %t/out --quiet -- %cl_inc -I%S/Inputs
   RUN: cp %t/out/verify-races.c %t/right.c
   RUN: %cc %cl_inc %t/out/verify-races.c -I%S/Inputs %runtime_flags -o %t/out/program
   RUN: cd %t/out && %env_device PERSISTIFY=verify ./program 1 > good.out 2> good.err
   RUN: FileCheck %s --check-prefix=GOOD --input-file %t/out/good.err --implicit-check-not=agree --implicit-check-not=undecided
   GOOD-COUNT-3: verify: passed:
   Different each time, and different from the persistent path in the same buffer:
   RUN: sed -e "s/add(in.data, 0, i);/add(in.data, 0, i + runs++);/" -e "s/add(in.data, 1, i);/add(in.data, 1, i + 1);/" %t/right.c > %t/out/verify-races.c
   RUN: %cc %cl_inc %t/out/verify-races.c -I%S/Inputs %runtime_flags -o %t/out/program
   RUN: sh -c 'cd %t/out && %env_device PERSISTIFY=verify ./program 1; echo code $?' > %t/same.err 2>&1
   RUN: FileCheck %s --check-prefix=SAME --input-file %t/same.err
   SAME: verify: the original does not agree with itself: run twice from the same data it left something else in 1 element, first in buffer 'in.data'[0]: {{[0-9a-fx-]+}}, then {{[0-9a-fx-]+}}
   SAME-NEXT: verify: look for work-items of one launch that come to the same element, one of them writing it, in kernel 'add'
   SAME-NEXT: verify: buffer 'in.data'[1]: original {{[0-9a-fx-]+}}, persistent {{[0-9a-fx-]+}}
   SAME-NEXT: verify: in which trip it comes is not known: the loop does not leave the same each time
   SAME-NEXT: verify: undecided: the paths differ only in what the original does not leave the same each time
   SAME-NEXT: verify: passed
   SAME: code 0
   In another one, too:
   RUN: sed -e "s/add(in.data, 0, i);/add(in.data, 0, i + runs++);/" -e "s/add(in.other, 1, i);/add(in.other, 1, i + 1);/" %t/right.c > %t/out/verify-races.c
   RUN: %cc %cl_inc %t/out/verify-races.c -I%S/Inputs %runtime_flags -o %t/out/program
   RUN: sh -c 'cd %t/out && %env_device PERSISTIFY=verify ./program 1; echo code $?' > %t/more.err 2>&1
   RUN: FileCheck %s --check-prefix=MORE --input-file %t/more.err
   MORE: verify: the original does not agree with itself: run twice from the same data it left something else in 1 element, first in buffer 'in.data'[0]: {{[0-9a-fx-]+}}, then {{[0-9a-fx-]+}}
   MORE-NEXT: verify: look for work-items of one launch
   MORE-NEXT: verify: the paths differ in more than that, where the original does leave the same:
   MORE-NEXT: verify: buffer 'in.other'[1]: original {{[0-9a-fx-]+}}, persistent {{[0-9a-fx-]+}}
   MORE: code 4
   A variable:
   RUN: sed -e "s/sum += first;/sum += first + (i == 2) * runs++;/" -e "s/product += first;/product += 2 * first;/" %t/right.c > %t/out/verify-races.c
   RUN: %cc %cl_inc %t/out/verify-races.c -I%S/Inputs %runtime_flags -o %t/out/program
   RUN: sh -c 'cd %t/out && %env_device PERSISTIFY=verify ./program 2; echo code $?' > %t/variable.err 2>&1
   RUN: FileCheck %s --check-prefix=VARIABLE --input-file %t/variable.err
   VARIABLE: verify: the original does not agree with itself: run twice from the same data it left something else in 1 element, first in variable 'sum': {{[0-9a-fx-]+}}, then {{[0-9a-fx-]+}}
   VARIABLE: verify: the paths differ in more than that, where the original does leave the same:
   VARIABLE-NEXT: verify: variable 'product': original
   VARIABLE: code 4
   The race is known, and both runs of the original left the same (a test's error in what the persistent path left):
   RUN: cp %t/right.c %t/out/verify-races.c && %cc %cl_inc %t/out/verify-races.c -I%S/Inputs %runtime_flags -o %t/out/program
   RUN: sh -c 'cd %t/out && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT=R_barrier.told:12 ./program 3; echo code $?' > %t/known.err 2>&1
   RUN: FileCheck %s --check-prefix=KNOWN --input-file %t/known.err --implicit-check-not=agree
   KNOWN: verify: buffer 'R_barrier.told'[3]: original {{[0-9a-fx]+}}, persistent {{[0-9a-fx]+}}
   KNOWN-NEXT: verify: in which trip it comes is not known: what its kernels leave depends on the order of work-items
   KNOWN-NEXT: verify: undecided: kernel 'R_barrier': a work-item reads an element of 'told' (steps.cl:[[#]]) that another one, of another work-group, writes in the same launch (steps.cl:[[#]]): what it leaves may depend on their order, in the original loop, too [PST3024]
   KNOWN: code 0
   RUN: env PERSISTIFY_FAULT=no-races %persistify %t/steps.cl %t/verify-races.c -o %t/fault --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc %t/fault/verify-races.c -I%S/Inputs %runtime_flags -o %t/fault/program
   RUN: sh -c 'cd %t/fault && %env_device PERSISTIFY=verify PERSISTIFY_TEST_CORRUPT=R_barrier.told:12 ./program 3; echo code $?' > %t/unknown.err 2>&1
   RUN: env PERSISTIFY_FAULT=no-races not FileCheck %s --check-prefix=KNOWN --input-file %t/unknown.err
   RUN: grep -q "code 4" %t/unknown.err
*/
#include "setup.h"

static struct {
  cl_mem data, other;
} in;
static cl_mem told;
static cl_kernel add_k, race_k;
static int runs;

static void add(cl_mem b, size_t at, int v) {
  const size_t one = 1;
  clSetKernelArg(add_k, 0, sizeof b, &b);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, &at, &one, NULL, 0, NULL, NULL);
}

static void buffers(void) {
  for (int i = 0; i < 4; i++) {
    add(in.data, 0, i);
    add(in.data, 1, i);
    add(in.other, 1, i);
  }
}

static void variables(void) {
  int sum = 0, product = 0, first = 0;
  for (int i = 0; i < 4; i++) {
    add(in.data, 0, i);
    clEnqueueReadBuffer(queue, in.data, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    sum += first;
    product += first;
  }
  printf("sum %d %d\n", sum > 0, product > 0);
}

static void racing(void) {
  const size_t inner[2] = {14, 14};
  const int w = 16;
  clSetKernelArg(race_k, 0, sizeof told, &told);
  clSetKernelArg(race_k, 1, sizeof w, &w);
  clSetKernelArg(race_k, 2, sizeof w, &w);
  for (int i = 0; i < 4; i++)
    clEnqueueNDRangeKernel(queue, race_k, 2, NULL, inner, NULL, 0, NULL, NULL);
}

int main(int argc, char **argv) {
  const int which = argc > 1 ? atoi(argv[1]) : 0;
  int fives[256];
  start("steps.cl", "");
  for (int i = 0; i < 256; i++)
    fives[i] = 5;
  add_k = kernel_named("add");
  race_k = kernel_named("R_barrier");
  in.data = ints(64, 1);
  in.other = ints(64, 2);
  told = ints(256, 1);
  clEnqueueWriteBuffer(queue, told, CL_TRUE, 0, sizeof fives, fives, 0, NULL, NULL);
  if (which == 1)
    buffers();
  variables();
  if (which != 2)
    racing();
  show("told", told);
  return runs > 100;
}
