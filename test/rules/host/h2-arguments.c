/* H2: a launch sees what was last set, wherever that was, and the last values
   stay with the kernel.
   REQUIRES: device
   RUN: %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs --entries 8 --allow-kernel blend=8
*/
#include "setup.h"

static cl_kernel blend;
static cl_mem a, b;
static size_t global = 64;

static void go(void) { clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL); }
static void add(int v) { clSetKernelArg(blend, 2, sizeof v, &v); }
static void after(const char *what) { /* a launch that uses whatever is set now */
  go();
  show(what, a);
}

static void set_before(int n) {
  for (int i = 0; i < n; i++)
    go();
}
static void set_behind(int n) { /* the first trip sees what was set before the loop */
  for (int i = 0; i < n; i++) {
    go();
    add(i + 50);
  }
}
static void sometimes(int n) {
  for (int i = 0; i < n; i++) {
    if (i % 3 == 1)
      add(1000 * i);
    go();
  }
}
static void parity(int n) { /* numbers and buffers exchanged */
  int even;
  for (int i = 0; i < n; i++) {
    even = !(i & 1);
    clSetKernelArg(blend, even ? 0 : 1, sizeof(cl_mem), &a);
    clSetKernelArg(blend, even ? 1 : 0, sizeof(cl_mem), &b);
    go();
  }
}
static void counted(int n) { /* a helper's own numbering, sizes of host variables */
  size_t wide = 0x100000007ul;
  for (int i = 0; i < n; i++) {
    int at = 0;
    clSetKernelArg(blend, at++, sizeof(cl_mem), &b);
    clSetKernelArg(blend, at++, sizeof(cl_mem), &a);
    clSetKernelArg(blend, at++, sizeof(cl_int), &wide); /* its low bytes */
    wide += 0x300000001ul;
    go();
  }
  printf("%lx\n", (unsigned long)wide);
}

int main(void) {
  cl_int err;
  start("h2-arguments.cl", "");
  blend = clCreateKernel(program, "blend", &err);
  a = ints(64, 1);
  b = ints(64, 5);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  add(3);
  set_before(4);
  after("before");
  set_behind(4);
  after("behind");
  sometimes(5);
  after("sometimes");
  sometimes(0); /* no trip: nothing is set */
  after("zero trips");
  set_behind(0);
  after("zero trips");
  add(-1);
  parity(4);
  after("parity");
  parity(3);
  after("parity");
  counted(3);
  after("counted");
  show("b", b);
  return 0;
}
