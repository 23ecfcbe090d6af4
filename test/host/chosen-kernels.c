/* Kernels that statements choose: if and switch, in the loop and in helpers, in handles (and
   pointers to mapped memory) declared in front of the loop in the manner of C89.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify a
*/
#include "setup.h"

static cl_kernel map, back, twice;
static const size_t global = 64;

static cl_kernel choose(int which) {
  switch (which) {
  case 0: return map;
  case 1:
  case 2: return back;
  default: return twice;
  }
}

static cl_kernel odd_or_even(int n) {
  if (n & 1)
    return back;
  return map;
}

static void run(cl_kernel k, cl_mem in, cl_mem out, int v) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
}

static int stage(int which, cl_mem in, cl_mem out) {
  cl_kernel k;
  switch (which) {
  case 0: k = twice; break;
  case 1: k = map; break;
  default: return -1;
  }
  run(k, in, out, which);
  return 0;
}

int main(void) {
  cl_mem a, b, flag;
  cl_kernel now;
  int *mapped, i, more, rounds = 0, limit = 40;
  start("steps.cl", "");
  map = kernel_named("map");
  back = kernel_named("map_back");
  twice = kernel_named("map_twice");
  cl_kernel raise = kernel_named("raise");
  a = ints(64, 1);
  b = ints(64, 2);
  flag = ints(1, 0);

  /* Assigned, then perhaps another one; arguments stay with each kernel. */
  for (i = 0; i < 7; i++) {
    cl_kernel k = map;
    if (i % 3 == 1)
      k = twice;
    cl_kernel before = k;
    if (i > 4)
      k = back;
    run(k, a, b, i);
    run(before, b, a, i + 1);
  }
  show("a", a);

  /* In front of the loop; another kernel's argument is set in between. */
  for (i = 0; i < 6; i++) {
    if (i & 1)
      now = back;
    else
      now = twice;
    clSetKernelArg(now, 2, sizeof i, &i);
    clSetKernelArg(i < 3 ? back : twice, 0, sizeof a, &a);
    clSetKernelArg(now, 0, sizeof b, &b);
    clSetKernelArg(now, 1, sizeof a, &a);
    need(clEnqueueNDRangeKernel(queue, now, 1, NULL, &global, NULL, 0, NULL, NULL), "now");
    run(choose(i % 4), a, b, -i);
  }
  show("b", b);

  for (i = 0; i < 5; i++)
    run(odd_or_even(i + (i > 2)), i % 2 ? a : b, i % 2 ? b : a, i);
  show("a", a);

  for (i = 0; i < 9; i++) {
    if (stage(i % 2, a, b))
      break;
    run(map, b, a, 1);
  }
  show("a", a);

  /* One carried on from trip to trip. */
  cl_kernel held[2] = {kernel_named("map"), kernel_named("map_twice")};
  for (i = 0; i < 6; i++) {
    cl_kernel k;
    switch (i % 3) {
    case 0: k = held[0]; break;
    case 1: k = held[1]; break;
    default: k = back;
    }
    for (int again = 0; again < 2; again++) {
      run(k, a, b, again);
      if (again == 0)
        k = i < 3 ? map : k;
    }
    run(map, b, a, 0);
  }
  show("a", a);

  clSetKernelArg(raise, 0, sizeof b, &b);
  clSetKernelArg(raise, 1, sizeof flag, &flag);
  clSetKernelArg(raise, 2, sizeof limit, &limit);
  b = ints(64, 1);
  clSetKernelArg(raise, 0, sizeof b, &b);
  do {
    mapped = (int *)clEnqueueMapBuffer(queue, flag, CL_TRUE, CL_MAP_WRITE, 0, sizeof(int), 0, NULL, NULL, NULL);
    *mapped = 0;
    clEnqueueUnmapMemObject(queue, flag, mapped, 0, NULL, NULL);
    need(clEnqueueNDRangeKernel(queue, raise, 1, NULL, &global, NULL, 0, NULL, NULL), "raise");
    mapped = (int *)clEnqueueMapBuffer(queue, flag, CL_TRUE, CL_MAP_READ, 0, sizeof(int), 0, NULL, NULL, NULL);
    more = *mapped;
    clEnqueueUnmapMemObject(queue, flag, mapped, 0, NULL, NULL);
    rounds++;
  } while (more);
  printf("%d rounds\n", rounds);
  show("b", b);
  return 0;
}
