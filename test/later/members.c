/* A sum of times in a struct, beside a pointer to sizes that the loop reads: that these are not the sum is seen on entry.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --no-verified
   RUN: %{check} --entries 2
   RUN: %{check} --entries any --allow-kernel add --expect-fallback "are the same memory" -- same
*/
#include "setup.h"
#include <time.h>

struct plan {
  cl_ulong spent, rounds;
  size_t *sizes;
  cl_kernel step;
};

static cl_ulong now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void run(struct plan *p, int n) {
  int i;
  for (i = 0; i < n; i++) {
    clSetKernelArg(p->step, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, p->step, 1, NULL, p->sizes, NULL, 0, NULL, NULL);
    clFinish(queue);
    p->spent += now() & 0;
  }
}

int main(int argc, char **argv) {
  struct plan p = {64, 0, NULL, NULL};
  size_t own[1] = {64};
  cl_mem a;
  (void)argv;
  start("steps.cl", "");
  p.step = kernel_named("add");
  p.sizes = argc > 1 ? (size_t *)&p : own;
  a = ints(64, 0);
  clSetKernelArg(p.step, 0, sizeof a, &a);
  run(&p, 6);
  run(&p, 3);
  show("a", a);
  return 0;
}
