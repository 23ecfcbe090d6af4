/* A program whose structs have another layout by a compiler option, and ways out that tell their lines.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-fpack-struct=2 --entries 1
*/
#include "setup.h"
#include <assert.h>

struct mixed {
  char c;
  int v;
};

int main(void) {
  size_t items = 64;
  struct mixed m = {1, 2};
  int i, first;
  cl_kernel add;
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 9; i++) {
    assert(i < 20);
    m.v += m.c + i;
    first = m.v;
    clSetKernelArg(add, 1, sizeof first, &first);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    if (first > 1000) {
      fprintf(stderr, "too much in line %d\n", __LINE__);
      return __LINE__ > 0;
    }
  }
  printf("%d %d\n", m.v, (int)sizeof m);
  show("a", a);
  return 0;
}
