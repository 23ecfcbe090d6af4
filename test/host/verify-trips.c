/* PERSISTIFY=verify says in which trip original and persistent kernel part. Errors are planted in the generated device code.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: cp %t/steps.persist.h %t/right.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out 2> verify.err
   RUN: diff %t/off.out %t/verify.out
   RUN: FileCheck %s --check-prefix=PASSED --input-file %t/verify.err --implicit-check-not=difference
   PASSED: verify-trips.c:[[#LOOP1:]]: verify: passed
   PASSED: verify: passed
   PASSED: verify: passed
   A kernel's argument in one trip:
   RUN: sed "s/a_add_v = (int)h_by/a_add_v = (int)h_by + (h_i == 16)/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/one.err 2>&1
   RUN: FileCheck %s --check-prefix=ONE --input-file %t/one.err --implicit-check-not=known
   ONE: verify: buffer 'add.a'[0]: original 3983, persistent 3984 (and 63 more)
   ONE-NEXT: verify: the first difference comes in trip 17 of 40, run from what the original left in front of it
   ONE-NEXT: verify: buffer 'add.a'[0]: original 717, persistent 718 (and 63 more)
   ONE-NEXT: verify: what a trip may write there: kernel 'add' (line [[#]])
   ONE-NEXT: verify: argument 1 of kernel 'add': original 0x00000051, persistent 0x00000052
   ONE-NEXT: code 4
   A variable, late in a loop of many trips:
   RUN: sed "s/h_total = (int)((uint)h_total + (uint)(h_first %% 10))/h_total = (int)((uint)h_total + (uint)(h_first %% 10) + (h_i == 2345))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/late.err 2>&1
   RUN: FileCheck %s --check-prefix=LATE --input-file %t/late.err
   LATE: verify: variable 'total': original
   LATE-NEXT: verify: the first difference comes in trip 2346 of 3000, run from what the original left in front of it
   LATE-NEXT: verify: variable 'total': original [[#]], persistent [[#]]
   LATE-NEXT: verify: what a trip does: kernel 'map' (line [[#]]), read (line [[#]])
   LATE: code 4
   RUN: rm -rf %t.fault && env PERSISTIFY_FAULT=trips-counted %persistify %S/steps.cl %s -o %t.fault --quiet -- %cl_inc -I%S/Inputs
   RUN: sed -i "s/h_total = (int)((uint)h_total + (uint)(h_first %% 10))/h_total = (int)((uint)h_total + (uint)(h_first %% 10) + (h_i == 2345))/" %t.fault/steps.persist.h
   RUN: %cc %cl_inc %t.fault/verify-trips.c -I%S/Inputs %runtime_flags -o %t.fault/program
   RUN: sh -c 'cd %t.fault && %env_device PERSISTIFY=verify ./program; echo code $?' > %t.fault/late.err 2>&1
   RUN: env PERSISTIFY_FAULT=trips-counted not FileCheck %s --check-prefix=LATE --input-file %t.fault/late.err
   The first trip of do { } while:
   RUN: sed "s/h_total = (int)((uint)h_total + (uint)(h_first %% 10))/h_total = (int)((uint)h_total + (uint)(h_first %% 10) + (h_i == 0))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/first.err 2>&1
   RUN: FileCheck %s --check-prefix=FIRST --input-file %t/first.err
   FIRST: verify: the first difference comes in trip 1 of 3000, run from what the original left in front of it
   FIRST: code 4
   What no trip does by itself, but the twentieth of a launch:
   RUN: sed -e "s/ int h_total = / int many = 0; int h_total = /" -e "s/h_total = (int)((uint)h_total + (uint)(h_first %% 10))/h_total = (int)((uint)h_total + (uint)(h_first %% 10) + (++many == 300))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/many.err 2>&1
   RUN: FileCheck %s --check-prefix=MANY --input-file %t/many.err
   MANY: verify: the first difference comes in trip 300 of 3000, in a run that begins with trip 1; runs of 94 do not show it
   MANY: code 4
   The loop's own variable, which only the next trip sees, and one trip too few:
   RUN: sed "s/h_k = (int)((uint)h_k + 2u)/h_k = (int)((uint)h_k + 2u + (h_k == 8))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/own.err 2>&1
   RUN: FileCheck %s --check-prefix=OWN --input-file %t/own.err
   OWN: verify: the first difference comes in trip 5 of 10, run from what the original left in front of it
   OWN-NEXT: verify: variable 'k': original 10, persistent 11
   OWN: code 4
   RUN: sed "s/(h_i < 40)/(h_i < 39)/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/few.err 2>&1
   RUN: FileCheck %s --check-prefix=FEW --input-file %t/few.err
   FEW: verify: the first difference comes in trip 40 of 40
   FEW: code 4
   Loops that cannot be entered between two trips, or whose order counts:
   RUN: sed "s/h_sum = (int)((uint)h_sum + (uint)h_r)/h_sum = (int)((uint)h_sum + (uint)h_r + (h_r == 4))/" %t/right.h > %t/steps.persist.h
   RUN: %cc %cl_inc %t/verify-trips.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: sh -c 'cd %t && %env_device PERSISTIFY=verify ./program; echo code $?' > %t/events.err 2>&1
   RUN: FileCheck %s --check-prefix=EVENTS --input-file %t/events.err
   EVENTS: verify: variable 'sum': original 45, persistent 46
   EVENTS-NEXT: verify: in which trip it comes is not known: the loop cannot be entered between two trips
   EVENTS: code 4
*/
#include "setup.h"

static const size_t items = 64;
static cl_kernel add, map;

int main(void) {
  cl_mem cells, a, b;
  int i, step = 3, total = 0, first, sum = 0;
  cl_event done;
  start("steps.cl", "");
  add = kernel_named("add"), map = kernel_named("map");
  cells = ints(64, 3), a = ints(64, 1), b = ints(64, 2);
  clSetKernelArg(add, 0, sizeof cells, &cells);
  for (i = 0; i < 40; i++) {
    int by = i * 5 + 1;
    clSetKernelArg(add, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("counted", cells);
  i = 0;
  do {
    cl_mem t = a;
    clSetKernelArg(map, 0, sizeof a, &a);
    clSetKernelArg(map, 1, sizeof b, &b);
    clSetKernelArg(map, 2, sizeof step, &step);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &items, NULL, 0, NULL, NULL);
    a = b, b = t;
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    total += first % 10;
    step = 3 + i % 2;
  } while (++i < 3000);
  printf("%d %d\n", total, step);
  show("changed places", a);
  for (int k = 0; k < 20; k += 2) {
    clSetKernelArg(add, 1, sizeof k, &k);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("own variable", cells);
  for (int r = 0; r < 10; r++) {
    if (r)
      clWaitForEvents(1, &done), clReleaseEvent(done);
    clSetKernelArg(add, 1, sizeof r, &r);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &done);
    sum += r;
  }
  printf("%d\n", sum);
  return 0;
}
