/* Kernels chosen when they are created: the program knows which, the tool what they may be.
   Each of them becomes phases, and what belongs to the others is never looked at.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- other
*/
#include "setup.h"

static const size_t items = 64;
static int other;

/* In the call. */
static void in_the_call(void) {
  cl_mem a = ints(64, 1), b = ints(64, 4);
  cl_kernel k = clCreateKernel(program, other ? "map_back" : "map", NULL);
  clSetKernelArg(k, 1, sizeof b, &b); /* recorded before the loop */
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int i = 0; i < 3; i++) {
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("in the call a", a);
  show("in the call b", b);
}

/* By if, of kernels with other numbers of arguments, which the loop cannot be used with. */
static void by_if(void) {
  cl_mem a = ints(64, 1);
  cl_kernel k;
  if (other)
    k = clCreateKernel(program, "total", NULL);
  else
    k = clCreateKernel(program, "add", NULL);
  if (!other)
    for (int i = 0; i < 3; i++) {
      clSetKernelArg(k, 0, sizeof a, &a);
      clSetKernelArg(k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
  show("by if", a);
}

/* From a table of names, three at a place. */
struct solver {
  cl_kernel step;
  cl_mem from, to;
};
static void from_table(int which) {
  static const char *const names[] = {"map", "map_back", "map_twice"};
  struct solver s = {clCreateKernel(program, names[which], NULL), ints(64, 1), ints(64, 2)};
  for (int i = 0; i < 4; i++) {
    cl_mem t = s.from;
    clSetKernelArg(s.step, 0, sizeof(cl_mem), &s.from);
    clSetKernelArg(s.step, 1, sizeof(cl_mem), &s.to);
    clSetKernelArg(s.step, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, s.step, 1, NULL, &items, NULL, 0, NULL, NULL);
    s.from = s.to;
    s.to = t;
  }
  show("from table", s.from);
  show("from table", s.to);
}

/* A name in a variable, and one function for the loops of two kernels. */
static int repeat(cl_kernel k, cl_mem a, cl_mem flag, int last) {
  int trips = 0, go = 1;
  while (go && trips < 9) {
    go = 0;
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof go, &go, 0, NULL, NULL);
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof flag, &flag);
    clSetKernelArg(k, 2, sizeof last, &last);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof go, &go, 0, NULL, NULL);
    trips++;
  }
  return trips;
}
static void in_a_variable(void) {
  const char *name = "raise";
  if (other)
    name = "raise_odd";
  cl_kernel k = clCreateKernel(program, name, NULL), l = clCreateKernel(program, "raise", NULL);
  cl_mem a = ints(64, 1), flag = ints(1, 0);
  printf("in a variable %d\n", repeat(k, a, flag, 40));
  show("in a variable", a);
  printf("the other one %d\n", repeat(l, a, flag, 70));
  show("in a variable", a);
}

/* Two handles, each of which may hold either. */
static void both_ways(int turned) {
  cl_mem a = ints(64, 1), b = ints(64, 3);
  cl_kernel k[2];
  k[0] = clCreateKernel(program, turned ? "map" : "map_back", NULL);
  k[1] = clCreateKernel(program, turned ? "map_back" : "map", NULL);
  for (int i = 0; i < 3; i++)
    for (int n = 0; n < 2; n++) {
      clSetKernelArg(k[n], n, sizeof a, &a);
      clSetKernelArg(k[n], 1 - n, sizeof b, &b);
      clSetKernelArg(k[n], 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k[n], 1, NULL, &items, NULL, 0, NULL, NULL);
    }
  show("both ways a", a);
  show("both ways b", b);
}

int main(int argc, char **argv) {
  other = argc > 1;
  start("steps.cl", "");
  in_the_call();
  by_if();
  from_table(0);
  from_table(other);
  from_table(2);
  in_a_variable();
  both_ways(other);
  both_ways(!other);
  return 0;
}
