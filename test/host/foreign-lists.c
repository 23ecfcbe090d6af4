// Lists that another queue's commands have filled in front of the loop: the loop's launches wait for their elements, by a function, or where
// the loop sets other elements. Such a wait is not left out.
// REQUIRES: device
// DEFINE: %{refused} = %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs
// RUN: not %{refused} -DFORM=1 2>&1 | FileCheck %s
// RUN: not %{refused} -DFORM=2 2>&1 | FileCheck %s
// RUN: not %{refused} -DFORM=3 2>&1 | FileCheck %s
// RUN: not %{refused} -DFORM=4 2>&1 | FileCheck %s
// RUN: not %{refused} -DFORM=5 2>&1 | FileCheck %s
// RUN: env PERSISTIFY_FAULT=foreign-lists %{refused} -DFORM=1 2>&1 | not FileCheck %s
// CHECK: event 'list' {{.*}}[PST1013]
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --host-flag=-DFORM=6 --expect-fallback "the event 'two[1]' is another queue's"
// RUN: %{check} --host-flag=-DFORM=7 --expect-fallback "the event 'two[1]' is another queue's"
// RUN: %{check} --host-flag=-DFORM=8 --entries 1
#include "setup.h"

static cl_kernel add;
static const size_t global = 64;

#define STEP(v_, n, after, done)                                                                                                           \
  do {                                                                                                                                     \
    int v = v_;                                                                                                                            \
    clSetKernelArg(add, 0, sizeof a, &a);                                                                                                  \
    clSetKernelArg(add, 1, sizeof v, &v);                                                                                                  \
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, after, done), "launch");                                            \
  } while (0)

static void behind(cl_mem a, const cl_event *list, int i) { STEP(i, 1, &list[i], NULL); }

int main(void) {
  static int data[64];
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
  cl_event two[2] = {NULL, NULL};
#if FORM == 2
  cl_event *list = (cl_event *)malloc(20 * sizeof *list);
#else
  cl_event list[20] = {NULL};
#endif
  for (int i = 0; i < 6; i++)
    need(clEnqueueWriteBuffer(other, b, CL_FALSE, 0, sizeof data, data, 0, NULL, &list[i]), "write");
#if FORM == 7
  need(clEnqueueWriteBuffer(other, b, CL_FALSE, 0, sizeof data, data, 0, NULL, &two[1]), "write");
#else
  two[1] = list[3];
#endif
  (void)behind;
  for (int i = 0; i < 6; i++) {
#if FORM <= 2
    behind(a, list, i);
#elif FORM == 3
    STEP(i, 0, NULL, &list[i + 10]);
    STEP(i, 1, &list[i], NULL);
#elif FORM == 4
    STEP(i, 0, NULL, &list[i + 10]);
    behind(a, list, i);
#elif FORM == 5
    const cl_event *part = list;
    STEP(i, 0, NULL, &list[i + 10]);
    behind(a, part, i);
#elif FORM < 8
    STEP(i, 0, NULL, &two[0]);
    if (i % 2)
      STEP(i, 2, two, NULL);
#else
    cl_event own[3];
    for (int k = 0; k < 3; k++)
      STEP(i + k, 0, NULL, &own[k]);
    STEP(i, 3, own, NULL);
#endif
  }
  clFinish(other);
  show("a", a);
  return 0;
}
