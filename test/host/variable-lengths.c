/* Arrays whose length is an expression: of a variable that has one value there, and in front of the loop of any length.
   REQUIRES: device
   DEFINE: %{all} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{all} --entries 6
   RUN: env PERSISTIFY_FAULT=variable-lengths not %{all} --entries 6
*/
#include "setup.h"

/* Sizes of a launch, in a function of the loop. */
static void launch(cl_kernel k, int items) {
  cl_uint dims = 2;
  size_t global[dims], local[dims];
  global[0] = items;
  global[1] = dims - 1;
  local[0] = 8;
  local[1] = 1;
  clEnqueueNDRangeKernel(queue, k, dims, NULL, global, local, 0, NULL, NULL);
}

static void own(cl_kernel k) {
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    launch(k, 64 - 32 * (i % 2));
  }
}

/* In front of the loop. */
static void outside(cl_kernel k) {
  const int dims = 1;
  size_t global[dims], local[dims];
  global[0] = 64;
  local[0] = 16;
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, dims, NULL, global, local, 0, NULL, NULL);
  }
}

/* What is read has a length that only the run knows. */
static void parts(cl_kernel k, cl_mem a, int n) {
  int part[n], sum = 0, rounds = 0;
  const size_t global = 64;
  while (sum < 4000) {
    clSetKernelArg(k, 1, sizeof(int), &rounds);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), part, 0, NULL, NULL);
    sum = 0;
    for (int i = 0; i < n; i++)
      sum += part[i];
    rounds++;
  }
  printf("%d %d %d\n", sum, rounds, part[n - 1]);
}

/* Of a trip, and one that is handed on. */
static int most(const int *values, int n) {
  int best = values[0];
  for (int i = 1; i < n; i++)
    best = values[i] > best ? values[i] : best;
  return best;
}

static void trips(cl_kernel k) {
  for (int i = 0; i < 6; i++) {
    const int count = 3;
    int of[count + 1];
    for (int j = 0; j < count + 1; j++)
      of[j] = (i * 7 + j * 5) % 11;
    int best = most(of, count + 1);
    clSetKernelArg(k, 1, sizeof best, &best);
    const size_t global = 64;
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

/* Finding the length does something. */
static void acts(cl_kernel k) {
  int n = 1;
  for (int i = 0; i < 5; i++) {
    n = 1;
    size_t global[n++];
    global[0] = 32 * n;
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, global, NULL, 0, NULL, NULL);
  }
  printf("%d\n", n);
}

/* Read by a pointer into it, and by name. */
static void pointed(cl_kernel k, cl_mem a, int n) {
  int part[n], *p = part + 1;
  const size_t global = 64;
  int last = 0;
  for (int i = 0; last < 9000 && i < 50; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, (n - 1) * sizeof(int), p, 0, NULL, NULL);
    part[0] = i;
    last = p[n - 2] + part[0];
  }
  printf("%d %d %d\n", part[0], part[n - 1], last);
}

int main(void) {
  start("steps.cl", "");
  cl_mem a = ints(64, 1);
  cl_kernel k = kernel_named("add");
  clSetKernelArg(k, 0, sizeof a, &a);
  own(k);
  outside(k);
  parts(k, a, 50);
  trips(k);
  acts(k);
  pointed(k, a, 7);
  show("a", a);
  return 0;
}
