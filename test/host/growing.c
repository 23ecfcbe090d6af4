/* Trips that take longer and longer: in slices they are compared with the original's anew, and so entered several times.
   (The costs say that the first trips on the device are faster than the original's, whatever they take here.) */
// REQUIRES: device
// RUN: %run-check %S/yields.cl %s --host-flag=-I%S/Inputs --entries 1
// RUN: rm -rf %t && %persistify %S/yields.cl %s -o %t --quiet -- -I%S/Inputs
// RUN: %cc %cl_inc -I%S/Inputs %t/growing.c %runtime_flags -o %t/program
// RUN: cd %t && %env_device PERSISTIFY=off ./program > whole.out
// RUN: cd %t && %env_device PERSISTIFY=auto PERSISTIFY_SLICE_MS=2 PERSISTIFY_TEST_COSTS=0.001,0,0,0 PERSISTIFY_CACHE_DIR=%t/kept PERSISTIFY_TRACE=t.json ./program > out 2> err
// RUN: diff %t/whole.out %t/out
// RUN: grep -c '"name":"trips"' %t/t.json | FileCheck %s
// CHECK: {{^([2-9]|[1-9][0-9]+)$}}
// Where the original is said to be slow, or is not looked at, nothing lets the loop come back: it is entered once, in many slices.
// RUN: cd %t && %env_device PERSISTIFY=auto PERSISTIFY_SLICE_MS=2 PERSISTIFY_TEST_COSTS=1000,0,0,0 PERSISTIFY_CACHE_DIR=%t/kept PERSISTIFY_TRACE=slow.json ./program > out
// RUN: cd %t && diff whole.out out && grep -c '"name":"trips"' slow.json | FileCheck %s --check-prefix=ONCE
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_SLICE_MS=2 PERSISTIFY_TRACE=on.json ./program > out
// RUN: cd %t && diff whole.out out && grep -c '"name":"trips"' on.json | FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}
#include "setup.h"

enum { N = 64, TRIPS = 300 };

int main(void) {
  const size_t items = N;
  cl_uint cells[N] = {0};
  cl_kernel uneven;
  cl_mem a, b;
  start("yields.cl", "");
  uneven = kernel_named("uneven");
  a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  for (int i = 0; i < TRIPS; i++) {
    const cl_int work = i * i * 5;
    cl_mem t = a;
    clSetKernelArg(uneven, 0, sizeof a, &a);
    clSetKernelArg(uneven, 1, sizeof b, &b);
    clSetKernelArg(uneven, 2, sizeof work, &work);
    clEnqueueNDRangeKernel(queue, uneven, 1, NULL, &items, NULL, 0, NULL, NULL);
    a = b, b = t;
  }
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
  for (int i = 0; i < N; i++)
    printf("%u\n", cells[i]);
  return 0;
}
