/* verify and what is no number: the sign of a NaN is the device's, and with a tolerance an infinity is still no other number.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/not-numbers.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc -w -O0 -I%t %t/not-numbers.c -I%S/Inputs %runtime_flags -o %t/program
   DEFINE: %{run} = %env_device PERSISTIFY=verify
   RUN: cd %t && %{run} ./program 2>&1 | FileCheck %s --check-prefix=SAME
   RUN: cd %t && %{run} PERSISTIFY_VERIFY_TOL=1e-6 ./program 2>&1 | FileCheck %s --check-prefix=SAME
   SAME: verify: passed
   RUN: cd %t && not %{run} PERSISTIFY_TEST_CORRUPT=half_it.a:3 ./program 2>&1 | FileCheck %s
   RUN: cd %t && not %{run} PERSISTIFY_VERIFY_TOL=1e-6 PERSISTIFY_TEST_CORRUPT=half_it.a:3 ./program 2>&1 | FileCheck %s
   CHECK: verify: buffer 'half_it.a'[0]: original 2.27373675e-13, persistent inf
*/
#include "setup.h"

int main(void) {
  cl_int err;
  float data[64], rate = 0, zero = 0;
  const size_t n = 64;
  cl_kernel k;
  cl_mem a;
  int i;
  start("not-numbers.cl", "");
  for (i = 0; i < 64; i++)
    data[i] = 1;
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &err);
  k = kernel_named("half_it");
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (i = 0; i < 42; i++) {
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
    zero = 0;
    rate = zero / zero; /* no samples yet */
  }
  need(clFinish(queue), "finish");
  printf("%d\n", rate != rate);
  return 0;
}
