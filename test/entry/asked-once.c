/* An entry that asks for more local memory than there is gets the original's error; the next ones, which ask for little, are
   none the worse for it.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/turns.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t %t/asked-once.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program 2>&1 | FileCheck %s --implicit-check-not="original loop"
   CHECK: original loop: line {{[0-9]+}}: more local memory needed than the device has
   CHECK: entries=4 persistent=3 fallback=1
*/
#include "setup.h"

static cl_kernel turn;

static int loop(size_t bytes) {
  const size_t items = 64, group = 16;
  int i, err = 0;
  for (i = 0; i < 10; i++) {
    err = clSetKernelArg(turn, 1, bytes, NULL);
    if (err)
      break;
    err = clEnqueueNDRangeKernel(queue, turn, 1, NULL, &items, &group, 0, NULL, NULL);
    if (err)
      break;
  }
  clFinish(queue);
  return err;
}

int main(void) {
  cl_mem a;
  int bad;
  start("turns.cl", "");
  a = ints(64, 0);
  turn = kernel_named("turn");
  need(clSetKernelArg(turn, 0, sizeof a, &a), "arg");
  bad = loop(64) != 0;
  bad |= loop(0x40000000) == 0;
  bad |= loop(64) != 0;
  bad |= loop(64) != 0;
  return bad;
}
