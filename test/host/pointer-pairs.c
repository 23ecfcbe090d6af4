/* Loops with a pointer of their own, which goes through an array to a pointer that the program has set in front of them.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 2 --host-flag=-DBOTH
   RUN: env CHECK_BUILDS= PERSISTIFY_FAULT=apart-at-first not %{check} --entries 1
*/
#include "setup.h"

static cl_kernel add;
static cl_mem a;

static void launch(int by) {
  const size_t items = 64;
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int element(int i) {
  int v;
  clEnqueueReadBuffer(queue, a, CL_TRUE, i * sizeof v, sizeof v, &v, 0, NULL, NULL);
  return v;
}

int main(void) {
  int list[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, got = 0, i;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
#if defined BOTH
  {
    double weights[] = {1.5, 2.5, 40, -3};
    const int *from = list + 2, *end = list + 8;
    const double *last = weights + 3;
    for (const int *p = list; p != end; ++p) {
      launch(*p + (int)(end - p) + (p >= from));
      if (end - p < element(3) % 3)
        break;
    }
    for (const double *p = weights; last >= p; p++) {
      launch((int)*p + (last == p) + (int)(last - p));
      got += 1 + (element(got) & 1);
    }
  }
#else
  {
    const int *end = list + sizeof list / sizeof *list;
    for (const int *p = list; p < end; ++p) {
      launch(*p + got);
      got = element((int)(end - p)) & 31;
    }
  }
#endif
  show("a", a);
  for (i = 0; i < 12; i++)
    printf("%d ", list[i]);
  printf("%d\n", got);
  return 0;
}
