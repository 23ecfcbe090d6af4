/* H2: a size that is not the parameter's is not guessed at.
   RUN: not %persistify %S/h2-arguments.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs 2>&1 | FileCheck %s
*/
#include "setup.h"

int main(void) {
  size_t global = 64, v;
  start("h2-arguments.cl", "");
  cl_kernel blend = clCreateKernel(program, "blend", NULL);
  for (v = 0; v < 5; v++) {
    clSetKernelArg(blend, 2, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  return 0;
}
// CHECK: argument 2 of kernel 'blend' is set with 8 bytes, but the parameter 'v' has 4 [PST1007]
