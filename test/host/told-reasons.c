/* What the original loop meets in some trip is told as what it is: a fill that ends, or begins, within its pattern is no access
   outside the buffer, and longjmp() does not end the program.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --allow-kernel add --entries any --expect-fallback
   RUN: %{check} "line 29: a fill by a part of its pattern" -- ends
   RUN: %{check} "line 39: a fill by a part of its pattern" -- begins
   RUN: %{check} "line 47: a call that does not return" -- jumps
   No trip is another one: all of them run on the device.
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 -- none */
#include "setup.h"
#include <setjmp.h>
#include <string.h>

static const size_t items = 64;
static cl_kernel add;
static cl_mem a, b;
static jmp_buf back;

static void step(int by) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int ends(size_t more) {
  int failed = 0;
  for (int i = 0; i < 6; i++) {
    step(i);
    failed += clEnqueueFillBuffer(queue, b, &i, sizeof i, 8, 16 + i / 4 * more, 0, NULL, NULL) != CL_SUCCESS;
  }
  return failed;
}

static int begins(size_t at) {
  int failed = 0;
  const cl_short two = 0x102;
  for (int i = 0; i < 6; i++) {
    step(i + 1);
    if (clEnqueueFillBuffer(queue, b, &two, sizeof two, i / 3 * at + 40, 6, 0, NULL, NULL))
      failed++;
  }
  return failed;
}

static void checked(int i, int limit) {
  if (i > limit)
    longjmp(back, i);
  step(i * 2);
}
static int jumps(int limit) {
  int came = setjmp(back);
  if (came)
    return came;
  for (int i = 0; i < 6; i++)
    checked(i, limit);
  return 0;
}

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "none";
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  b = ints(64, 7);
  printf("%d\n", ends(strcmp(which, "ends") ? 4 : 3));
  printf("%d\n", begins(strcmp(which, "begins") ? 2 : 5));
  printf("%d\n", jumps(strcmp(which, "jumps") ? 9 : 3));
  show("a", a);
  show("b", b);
  return 0;
}
