/* Loops of an included file that is found beside no file of the program, and included twice, are told of; also if
   there is no other, and if the file says that it is the system's. */
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// RUN: %persistify %S/steps.cl %s -o %t.1 -- %cl_inc -I%S/Inputs -DALONE 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: %persistify %S/steps.cl %s -o %t.2 -- %cl_inc -I%S/Inputs -DALONE -DMARKED 2>&1 | FileCheck --check-prefix=ALONE %s
// CHECK: looping.h:7:3: note: this loop launches kernels, but stands in an included file that cannot be changed{{ [[]}}PST3006]
// CHECK-NOT: looping.h:{{.*}}PST3006
// CHECK: 1 loop transformed, 0 refused
// ALONE: looping.h:7:3: note: {{.*}}PST3006]
// ALONE: 0 loops transformed, 0 refused
#include "setup.h"
#include "looping.h"
#define loop_of_header again
#include "looping.h"
#undef loop_of_header

int main(void) {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  loop_of_header(k, 3);
#ifndef ALONE
  for (int i = 0; i < 3; i++) {
    size_t items = 64;
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
#endif
  show("a", a);
  return 0;
}
