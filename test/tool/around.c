/* A loop around one that moves is not left without a word.
   RUN: %persistify %S/../host/steps.cl %s -o %t -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
   CHECK: around.c:15:3: note: this loop stays on the host, the one in it moves: line 16: input ('getchar') inside the loop cannot be moved to the device [PST1021] [PST3007]
   CHECK: 1 loop transformed, 0 refused
*/
#include "setup.h"

int main(void) {
  const size_t global = 64;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (int trip = 0; trip < 3; trip++) {
    int count = getchar();
    for (int i = 0; i < count; i++) {
      clSetKernelArg(add, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  }
  show("a", a);
  return 0;
}
