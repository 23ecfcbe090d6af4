/* Kernels that the loop itself makes: with constant names, of the program's variable, in helpers,
   under conditions, in a handle from outside that is released again.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --verify a
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- again
   RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: rm -rf %t && %persistify --explain %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs | grep "between trips:" | FileCheck %s
   CHECK: between trips: the loop can be entered and left
   RUN: env PERSISTIFY_FAULT=made-by-others %persistify --explain %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs | grep "between trips:" | not FileCheck %s
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "program 'on.built' is null" -- gone
*/
#include "setup.h"

static cl_mem a, b, flag;
static const size_t global = 64;

struct app {
  cl_program built;
  cl_command_queue commands;
};

/* As a class would do it: a new kernel for each launch. */
static int run(struct app *on, const char *name, cl_mem in, cl_mem out, int k) {
  cl_int err;
  cl_kernel made = clCreateKernel(on->built, name, &err);
  if (err != CL_SUCCESS || !made)
    return 0;
  err |= clSetKernelArg(made, 0, sizeof in, &in);
  err |= clSetKernelArg(made, 1, sizeof out, &out);
  err |= clSetKernelArg(made, 2, sizeof k, &k);
  err |= clEnqueueNDRangeKernel(on->commands, made, 1, NULL, &global, NULL, 0, NULL, NULL);
  clReleaseKernel(made);
  return err == CL_SUCCESS;
}

/* The handle has more than one life in a trip. */
static void reused(int trips) {
  cl_kernel k = NULL;
  for (int t = 0; t < trips; t++) {
    k = clCreateKernel(program, "add", NULL);
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    clReleaseKernel(k);
    k = NULL;
    if (t % 3 == 1) {
      k = clCreateKernel(program, "map", NULL);
      clSetKernelArg(k, 2, sizeof t, &t);
      clSetKernelArg(k, 1, sizeof b, &b);
      clSetKernelArg(k, 0, sizeof a, &a);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
      clReleaseKernel(k);
    }
  }
}

/* Two of one name at a time, which keep their own arguments, and one from outside. */
static void pairs(cl_kernel outside, int trips) {
  for (int t = 0; t < trips; t++) {
    cl_kernel one = clCreateKernel(program, "add", NULL), two = clCreateKernel(program, "add", NULL);
    int v = t * 3;
    clSetKernelArg(one, 0, sizeof a, &a);
    clSetKernelArg(two, 0, sizeof b, &b);
    clSetKernelArg(two, 1, sizeof v, &v);
    v++;
    clSetKernelArg(one, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, two, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, one, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (t & 1)
      clEnqueueNDRangeKernel(queue, two, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(outside, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, outside, 1, NULL, &global, NULL, 0, NULL, NULL);
    clReleaseKernel(one);
    clReleaseKernel(two);
  }
}

int main(int argc, char **argv) {
  const int gone = argc > 1 && !strcmp(argv[1], "gone");
  start("steps.cl", "");
  struct app on = {program, queue};
  a = ints(64, 1);
  b = ints(64, 7);
  int again = argc > 1 && !strcmp(argv[1], "again") ? 40 : 1, good = 0;
  for (int i = 0; i < again; i++)
    reused(5 + i % 2);
  show("a", a);

  for (int t = 0; t < 9; t++) {
    good += run(&on, "map", a, b, t);
    if (t < 4 && !run(&on, "map_back", b, a, t + 1))
      break;
  }
  show("b", b);

  cl_kernel add = kernel_named("add");
  clSetKernelArg(add, 0, sizeof a, &a);
  pairs(add, 6);
  show("a", a);

  /* Until nothing changes. */
  flag = ints(1, 0);
  cl_mem low = ints(64, 1);
  int stop = 0, rounds = 0;
  while (!stop) {
    int limit = 60, zero = 0;
    cl_kernel raise = clCreateKernel(program, "raise", NULL);
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clSetKernelArg(raise, 0, sizeof low, &low);
    clSetKernelArg(raise, 1, sizeof flag, &flag);
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clReleaseKernel(raise);
    stop = !zero;
    rounds++;
  }
  show("low", low);

  /* No program: the original loop finds out. */
  if (gone)
    on.built = NULL;
  for (int t = 0; t < 3; t++)
    good += run(&on, "map", a, b, t);
  show("b", b);
  printf("%d %d\n", good, rounds);
  return 0;
}
