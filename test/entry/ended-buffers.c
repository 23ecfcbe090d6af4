/* Buffers that ended while they were a kernel's argument: OpenCL may not be asked about them. The loop gives the kernel
   another one, launches nothing, or leaves that kernel out.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --env NATIVE_CL_STRICT=1 --entries 6
*/
#include "setup.h"

static const size_t items = 64;

static void launch(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL); }

static void fixed(cl_kernel add, int n) {
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
  }
}

static void given(cl_kernel add, cl_mem to, int n) {
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 0, sizeof to, &to);
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
  }
}

static void left_out(cl_kernel add, cl_kernel other, int n, int use) {
  for (int i = 0; i < n; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    launch(add);
    if (use)
      launch(other);
  }
}

/* A buffer, given to the kernel and released; perhaps at the address of the one before. */
static void ended(cl_kernel k) {
  cl_mem b = ints(64, 9);
  clSetKernelArg(k, 0, sizeof b, &b);
  clReleaseMemObject(b);
}

int main(void) {
  cl_kernel add, other;
  cl_mem a, b;
  int one = 1;
  start("steps.cl", "");
  add = kernel_named("add");
  other = kernel_named("add");
  clSetKernelArg(other, 1, sizeof one, &one);
  a = ints(64, 0);
  b = ints(64, 5);
  given(add, a, 3); /* known as a buffer from here on */
  ended(add);
  given(add, b, 3);
  ended(add);
  fixed(add, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
  fixed(add, 3);
  ended(other);
  left_out(add, other, 2, 0);
  clSetKernelArg(other, 0, sizeof b, &b);
  left_out(add, other, 2, 1);
  show("a", a);
  show("b", b);
  return 0;
}
