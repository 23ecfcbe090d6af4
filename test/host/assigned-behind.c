/* Pointers that the loop sets, and that are assigned behind it before anybody reads them.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --host-flag=-DROWS
   RUN: %{check} --entries 2 --host-flag=-DEXITS
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DREAD 2>&1 | FileCheck %s
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DTAKEN 2>&1 | FileCheck %s
   What leaves the loop looks at it on its way:
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DLOOKS 2>&1 | FileCheck %s
   RUN: env PERSISTIFY_FAULT=exits-look not %{check} --entries 1 --host-flag=-DLOOKS
   CHECK: 'at' has type 'const int *', which cannot be carried by the device [PST1004]
   RUN: %long env PERSISTIFY_FAULT=live-behind not %{check} --entries 1
*/
#include "setup.h"

enum { N = 300 };
static const int table[4] = {3, 1, 4, 2};

static void give(cl_kernel k, cl_mem a, cl_mem b, int v) {
  const size_t global = N;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

#ifdef EXITS
/* Ways out by break and return, and one loop around. */
static int rounds(cl_kernel k, cl_mem a, cl_mem b, int limit) {
  const int *at = table;
  int i = 0, sum = 0;
  for (i = 0; i < 9; i++) {
    at = table + (i & 1);
    give(k, a, b, *at);
    sum += *at;
    if (sum > limit)
      break;
    if (sum == 12)
      return -1;
  }
  if (i & 1)
    at = table + 2;
  else
    at = table + 3;
  return sum + *at;
}
#endif

#ifdef LOOKS
static int found(cl_kernel k, cl_mem a, cl_mem b, int limit) {
  const int *at = table;
  int i;
  for (i = 0; i < 9; i++) {
    at = table + 2;
    give(k, a, b, *at + i);
    if (i > limit) {
      printf("%d\n", *at);
      return (int)(at - table);
    }
  }
  return -1;
}
#endif

int main(void) {
  cl_kernel k;
  cl_mem a, b;
  int i = 0, sum = 0;
  start("steps.cl", "");
  k = kernel_named("map");
  a = ints(N, 1);
  b = ints(N, 5);
#if defined ROWS
  {
    const int *at, *last = table + 3;
    i = 0;
    do {
      at = &table[i & 3];
      give(k, a, b, at[0]);
      sum += *at;
    } while (++i < 6);
    for (at = table; at <= last; at++)
      sum += *at;
  }
#elif defined EXITS
  sum = rounds(k, a, b, 30) + rounds(k, b, a, 5);
#elif defined LOOKS
  sum = found(k, a, b, 2);
#elif defined READ || defined TAKEN
  {
    const int *at = table;
#ifdef TAKEN
    const int **where = &at;
#endif
    for (i = 0; i < 5; i++) {
      at = &table[i & 3];
      give(k, a, b, *at);
    }
#ifdef TAKEN
    sum = **where;
#else
    if (i > 9)
      at = table;
    sum = *at;
#endif
  }
#else
  {
    const int *values;
    for (i = 0; i < 5; i++) {
      int j;
      give(k, a, b, i);
      values = (const int *)clEnqueueMapBuffer(queue, b, CL_TRUE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, NULL, NULL);
      for (j = 0; j < N; j++)
        sum = sum * 3 + values[j];
      clEnqueueUnmapMemObject(queue, b, (void *)values, 0, NULL, NULL);
      give(k, b, a, sum & 7);
    }
    values = (const int *)clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, NULL, NULL);
    sum += values[N - 1];
    clEnqueueUnmapMemObject(queue, a, (void *)values, 0, NULL, NULL);
  }
#endif
  clFinish(queue);
  printf("%d %d\n", sum, i);
  show("a", a);
  show("b", b);
  return 0;
}
