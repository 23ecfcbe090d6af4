/* Commands before the loop wait for a user event that the program sets after it. An entry neither waits for that
   nor runs: its wait has a time bound. Entries after that are persistent again.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --timeout 100 --expect-fallback "commands before the loop have not ended" -- {kernel}
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc %t/pending.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 timeout 100 ./program steps.cl > on.out 2> on.err
   RUN: FileCheck %s --check-prefix=ON --input-file %t/on.err
   ON: pending.c:{{[0-9]+}}: original loop: commands before the loop have not ended, and perhaps wait for the program
   ON-NOT: original loop
   ON: entries=2 persistent=1 fallback=1
   Times alone are no reason to wait either, nor is verification.
   RUN: cd %t && %env_device PERSISTIFY=off PERSISTIFY_STATS=1 timeout 100 ./program steps.cl > off.out && diff on.out off.out
   RUN: cd %t && %env_device PERSISTIFY=auto PERSISTIFY_STATS=1 timeout 100 ./program steps.cl > auto.out && diff on.out auto.out
   RUN: cd %t && %env_device PERSISTIFY=verify timeout 100 ./program steps.cl > verify.out 2> verify.err && diff on.out verify.out
   RUN: FileCheck %s --check-prefix=VERIFY --input-file %t/verify.err
   VERIFY: original loop: commands before the loop have not ended
   VERIFY: verify: passed
*/
#include "setup.h"

static cl_kernel add;
static cl_mem a;

static void rounds(int n) {
  const size_t items = 256;
  int d;
  clSetKernelArg(add, 0, sizeof a, &a);
  for (d = 0; d < n; d++) {
    clSetKernelArg(add, 1, sizeof d, &d);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

int main(int argc, char **argv) {
  cl_event go;
  cl_int err;
  const size_t items = 256;
  int d = 3;
  start(argc > 1 ? argv[1] : "steps.cl", "");
  add = kernel_named("add");
  a = ints(256, 7);
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof d, &d);
  go = clCreateUserEvent(context, &err);
  need(err, "user event");
  need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 1, &go, NULL), "gated");
  rounds(10); /* all of it waits */
  need(clSetUserEventStatus(go, CL_COMPLETE), "go");
  clFinish(queue);
  show("gated", a);
  rounds(12);
  clFinish(queue);
  show("free", a);
  clReleaseEvent(go);
  return 0;
}
