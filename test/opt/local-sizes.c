// One local size, since the kernel says so, that no variable of the host tells in front of the loop: phases have no
// predicates for surplus work-items, so the persistent kernel must have groups of that size.
// REQUIRES: device
// RUN: %run-check %S/local-sizes.cl %s --entries 1 --host-flag=-I%S/../host/Inputs
// RUN: %persistify %S/local-sizes.cl %s -o %t --explain -- %cl_inc -I%S/../host/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file %t/local-sizes.persist.cl
// CHECK: all local sizes are equal
// TEXT-NOT: P_ON(
// TEXT:     P_FOR_GROUPS(p_v, p_r, 1)
#include "setup.h"

int main(void) {
  cl_mem w;
  cl_kernel count;
  size_t size = 80, most = 320;
  start("local-sizes.cl", "");
  w = ints(80, 0), count = kernel_named("count");
  clSetKernelArg(count, 0, sizeof w, &w);
  for (int t = 0; t < 5; t++) {
    const size_t local = (size_t)t > most ? 2 : 4;
    need(clEnqueueNDRangeKernel(queue, count, 1, NULL, &size, &local, 0, NULL, NULL), "count");
  }
  show("w", w);
  return 0;
}
