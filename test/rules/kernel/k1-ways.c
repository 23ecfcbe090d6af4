// Rule K1: surplus work-items take the same ways as the others: as many rounds of a loop with barriers, also where
// jumps, && or a helper's result decide that; and what only the others do is not done behind barriers that one way
// comes by and another does not.
// REQUIRES: device
// RUN: %run-check %S/k1-ways.cl %s --host-flag=-I%S/../../host/Inputs --entries 6
// RUN: %long env PERSISTIFY_FAULT=lost-ways not %run-check %S/k1-ways.cl %s --host-flag=-I%S/../../host/Inputs --entries 6
#include "setup.h"

enum { N = 240, SMALL = 5, LARGE = 16 };

int main(void) {
  start("k1-ways.cl", NULL);
  int n = 5, steps[8] = {0, 2, 1, 2, 9, 1};
  size_t all = N, small = SMALL, large = LARGE;
  cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof steps, steps, NULL);

  cl_kernel jumps = kernel_named("jumps"), jumps_stir = kernel_named("stir");
  cl_mem of_jumps = ints(N, 0);
  clSetKernelArg(jumps, 0, sizeof of_jumps, &of_jumps);
  clSetKernelArg(jumps, 1, sizeof w, &w);
  clSetKernelArg(jumps, 2, sizeof n, &n);
  clSetKernelArg(jumps, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(jumps_stir, 0, sizeof of_jumps, &of_jumps);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, jumps, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, jumps_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("jumps", of_jumps);

  cl_kernel called = kernel_named("called"), called_stir = kernel_named("stir");
  cl_mem of_called = ints(N, 0);
  clSetKernelArg(called, 0, sizeof of_called, &of_called);
  clSetKernelArg(called, 1, sizeof w, &w);
  clSetKernelArg(called, 2, sizeof n, &n);
  clSetKernelArg(called, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(called_stir, 0, sizeof of_called, &of_called);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, called, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, called_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("called", of_called);

  cl_kernel branches = kernel_named("branches"), branches_stir = kernel_named("stir");
  cl_mem of_branches = ints(N, 0);
  clSetKernelArg(branches, 0, sizeof of_branches, &of_branches);
  clSetKernelArg(branches, 1, sizeof w, &w);
  clSetKernelArg(branches, 2, sizeof n, &n);
  clSetKernelArg(branches, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(branches_stir, 0, sizeof of_branches, &of_branches);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, branches, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, branches_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("branches", of_branches);

  cl_kernel loops = kernel_named("loops"), loops_stir = kernel_named("stir");
  cl_mem of_loops = ints(N, 0);
  clSetKernelArg(loops, 0, sizeof of_loops, &of_loops);
  clSetKernelArg(loops, 1, sizeof w, &w);
  clSetKernelArg(loops, 2, sizeof n, &n);
  clSetKernelArg(loops, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(loops_stir, 0, sizeof of_loops, &of_loops);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, loops, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, loops_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("loops", of_loops);

  cl_kernel cases = kernel_named("cases"), cases_stir = kernel_named("stir");
  cl_mem of_cases = ints(N, 0);
  clSetKernelArg(cases, 0, sizeof of_cases, &of_cases);
  clSetKernelArg(cases, 1, sizeof w, &w);
  clSetKernelArg(cases, 2, sizeof n, &n);
  clSetKernelArg(cases, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(cases_stir, 0, sizeof of_cases, &of_cases);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, cases, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, cases_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("cases", of_cases);

  cl_kernel left = kernel_named("left"), left_stir = kernel_named("stir");
  cl_mem of_left = ints(N, 0);
  clSetKernelArg(left, 0, sizeof of_left, &of_left);
  clSetKernelArg(left, 1, sizeof w, &w);
  clSetKernelArg(left, 2, sizeof n, &n);
  clSetKernelArg(left, 3, SMALL * sizeof(int), NULL);
  clSetKernelArg(left_stir, 0, sizeof of_left, &of_left);
  for (int i = 0; i < 3; i++) {
    clEnqueueNDRangeKernel(queue, left, 1, NULL, &all, &small, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, left_stir, 1, NULL, &all, &large, 0, NULL, NULL);
  }
  show("left", of_left);
  return 0;
}
