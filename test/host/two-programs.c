/* A program for each kernel file, and kernels of both in one loop: the persistent kernel is built of their sources. Where they are
   built with other options, or are other texts, the original loop runs; sources that would mean something else together are refused.
   REQUIRES: device
   DEFINE: %{all} = %S/two-programs-a.cl %S/two-programs-b.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{all} --entries 4 -- ""
   RUN: %run-check %{all} --entries 4 -- -DSAME=1
   RUN: %run-check %{all} --expect-fallback "the programs of the kernels are built with different options" -- -DONE=1 two
   RUN: %run-check %{all} --expect-fallback "the program's source is not the one that was analysed" -- "" text
   RUN: %persistify --explain %S/two-programs-a.cl %S/two-programs-b.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
   CHECK: the kernels are of 2 programs, whose sources are joined: 'two-programs-a.cl' and 'two-programs-b.cl'
*/
#include "setup.h"

static size_t global = 64, local = 16;

static cl_program built(const char *name, const char *options, const char *how) {
  static char text[4096];
  const char *from = text;
  cl_program p;
  FILE *in = fopen(name, "rb");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 40, in)] = 0;
  fclose(in);
  if (strcmp(how, "text") == 0)
    strcat(text, "\n// which is more\n");
  p = clCreateProgramWithSource(context, 1, &from, NULL, NULL);
  need(clBuildProgram(p, 1, &device, options, NULL, NULL), "build");
  return p;
}

static void trips(cl_kernel spread, cl_kernel feed, cl_mem *a, cl_mem *b, int n) {
  int t;
  for (t = 0; t < n; t++) {
    cl_mem was = *a;
    clSetKernelArg(spread, 0, sizeof(cl_mem), a);
    clSetKernelArg(spread, 1, sizeof(cl_mem), b);
    clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, NULL, 0, NULL, NULL);
    clSetKernelArg(feed, 0, sizeof(cl_mem), b);
    clSetKernelArg(feed, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, feed, 1, NULL, &global, NULL, 0, NULL, NULL);
    *a = *b;
    *b = was;
  }
}

int main(int argc, char **argv) {
  cl_program one, two;
  cl_kernel spread, feed, cap;
  cl_mem a, b;
  int t, first = 0, most = 60;
  start("two-programs-a.cl", "");
  one = built("two-programs-a.cl", argv[1], "");
  two = built("two-programs-b.cl", argc > 2 && strcmp(argv[2], "two") == 0 ? "-DTWO=2" : argv[1], argc > 2 ? argv[2] : "");
  spread = clCreateKernel(one, "spread", NULL);
  feed = clCreateKernel(two, "feed", NULL);
  cap = clCreateKernel(two, "cap", NULL);
  a = ints(64, 1);
  b = ints(64, 9);
  trips(spread, feed, &a, &b, 6);
  show("trips", a);
  /* The other program's kernel first, with memory of the work-group; an early end. */
  for (t = 0; t < 9; t++) {
    clSetKernelArg(cap, 0, sizeof a, &a);
    clSetKernelArg(cap, 1, sizeof most, &most);
    clEnqueueNDRangeKernel(queue, cap, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(spread, 0, sizeof a, &a);
    clSetKernelArg(spread, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    if (first < 30)
      break;
    most -= 3;
  }
  printf("%d trips: %d\n", t, first);
  show("caps", a);
  show("and", b);
  /* Chosen in each trip, and by the entry. */
  for (t = 0; t < 5; t++) {
    cl_kernel k = t % 2 ? feed : cap;
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(spread, 0, sizeof a, &a);
    clSetKernelArg(spread, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("chosen", b);
  trips(spread, feed, &b, &a, 3);
  show("again", a);
  return 0;
}
