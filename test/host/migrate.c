// Where buffers lie is no matter of a loop on one device: clEnqueueMigrateMemObjects only orders.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4 --verify seen
#include "setup.h"

static cl_kernel k_add, k_raise;
static size_t items = 64;

// Of two buffers with an event that the launch waits for, and of one to the host, whose status is looked at.
static void placed(cl_mem a, cl_mem b, int n) {
  cl_mem both[2];
  cl_event moved;
  int i, seen = 0;
  both[0] = a;
  both[1] = b;
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (i = 0; i < n; i++) {
    clEnqueueMigrateMemObjects(queue, 2, both, 0, 0, NULL, &moved);
    clSetKernelArg(k_add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 1, &moved, NULL);
    clReleaseEvent(moved);
    if (clEnqueueMigrateMemObjects(queue, 1, &a, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL) != CL_SUCCESS)
      break;
    clEnqueueReadBuffer(queue, a, CL_TRUE, 4, sizeof seen, &seen, 0, NULL, NULL);
  }
  printf("%d\n", seen);
}

// In a helper, in a loop with a flag.
static cl_int to_device(cl_command_queue q, cl_mem m) {
  cl_int err = clEnqueueMigrateMemObjects(q, 1, &m, 0, 0, NULL, NULL);
  return err;
}
static void flagged(cl_mem a, cl_mem flag, int limit) {
  int again = 1, rounds = 0;
  clSetKernelArg(k_raise, 0, sizeof a, &a);
  clSetKernelArg(k_raise, 1, sizeof flag, &flag);
  clSetKernelArg(k_raise, 2, sizeof limit, &limit);
  while (again) {
    int none = 0;
    need(to_device(queue, a), "migrate");
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof none, &none, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, k_raise, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL);
    rounds++;
  }
  printf("%d rounds\n", rounds);
}

// Under a condition, behind a launch's event.
static void sometimes(cl_mem a, int n) {
  cl_event done;
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(k_add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, &done);
    if (i % 3 == 1)
      clEnqueueMigrateMemObjects(queue, 1, &a, 0, 1, &done, NULL);
    clReleaseEvent(done);
  }
  clFinish(queue);
}

// As a part of a larger expression, with memory that is to have no contents.
static void scratched(cl_mem a, cl_mem t, int n) {
  cl_int bad = 0;
  clSetKernelArg(k_add, 0, sizeof a, &a);
  for (int i = 0; i < n && !bad; i += 2) {
    bad |= clEnqueueMigrateMemObjects(queue, 1, &t, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL);
    bad |= clSetKernelArg(k_add, 1, sizeof i, &i);
    bad |= clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  printf("%d\n", (int)bad);
}

int main(void) {
  start("steps.cl", NULL);
  k_add = kernel_named("add");
  k_raise = kernel_named("raise");
  cl_mem a = ints(64, 5), b = ints(64, 0);
  placed(a, b, 4);
  show("a", a);
  flagged(a, ints(1, 0), 90);
  show("a", a);
  sometimes(a, 7);
  show("a", a);
  scratched(a, b, 5);
  show("a", a);
  return 0;
}
