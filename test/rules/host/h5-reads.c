/* H5: reads that would have to move are refused: of one that has not finished, and a
   write whose source changes under way. Waited for, both work; a bulk read is a copy.
   REQUIRES: device
   RUN: %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs --entries 2 --allow-kernel blend=2
   RUN: %persistify %S/h2-arguments.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs 2>&1 | FileCheck %s
*/
#include "setup.h"

static cl_kernel blend;
static size_t global = 64;
static void go(void) { clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL); }

static void bulk(cl_mem a) {
  int *all = (int *)malloc(256);
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    go();
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 256, all, 0, NULL, NULL);
    sum += all[i];
  }
  printf("%d\n", sum);
}

static void early(cl_mem a) {
  int v = 0, w[4] = {0, 0, 0, 0};
  for (int i = 0; i < 2; i++) {
    go();
    clEnqueueReadBuffer(queue, a, CL_FALSE, 4, 4, &w[i], 0, NULL, NULL);
    v = w[0];
    clFinish(queue);
  }
  printf("%d\n", v != 12345);
}
// CHECK: 'w[0]' is used while a non-blocking transfer of it is pending [PST1010]

static void changed(cl_mem b) {
  int v = 0;
  for (int i = 0; i < 2; i++) {
    clEnqueueWriteBuffer(queue, b, CL_FALSE, 0, 4, &v, 0, NULL, NULL);
    v++;
    go();
    clFinish(queue);
  }
}
// CHECK: 'v' is used while a non-blocking transfer of it is pending [PST1010]

static void waited(cl_mem a, cl_mem b) {
  int v = 3, sum = 0, w[2];
  cl_event ready;
  for (int i = 0; i < 5; i++) {
    clEnqueueWriteBuffer(queue, b, CL_FALSE, 8, 4, &v, 0, NULL, NULL);
    go();
    clEnqueueReadBuffer(queue, a, CL_FALSE, 12, 8, w, 0, NULL, &ready);
    clWaitForEvents(1, &ready);
    clReleaseEvent(ready);
    v += w[0];
    sum ^= w[1];
  }
  printf("%d %d %d\n", v, sum, w[1]);
}
// CHECK: 2 loops transformed, 2 refused

int main(void) {
  cl_int err;
  int v = 2;
  start("h2-arguments.cl", "");
  blend = clCreateKernel(program, "blend", &err);
  cl_mem a = ints(64, 1), b = ints(64, 7);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  clSetKernelArg(blend, 2, sizeof v, &v);
  bulk(a);
  early(a);
  (void)changed; /* a race when it runs */
  waited(a, b);
  show("a", a);
  show("b", b);
  return 0;
}
