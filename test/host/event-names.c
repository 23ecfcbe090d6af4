// Another queue's event, which a wait of the loop needs, gets into the array of events by another name: such a use of the array
// is not followed, and the loop is refused. Where each use is told, it moves.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// DEFINE: %{refused} = %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs
// RUN: not %{refused} -DASSIGNED 2>&1 | FileCheck %s
// RUN: not %{refused} -DUNTYPED 2>&1 | FileCheck %s
// RUN: not %{refused} -DTWICE 2>&1 | FileCheck %s
// RUN: not %{refused} -DTABLE 2>&1 | FileCheck %s
// RUN: not %{refused} -DGIVEN 2>&1 | FileCheck %s
// RUN: env PERSISTIFY_FAULT=names-of-events %{refused} -DUNTYPED 2>&1 | not FileCheck %s
// CHECK: event 'ev' {{.*}}[PST1013]
#include "setup.h"

static cl_event *second(cl_event *of) { return of + 1; }

int main(void) {
  static int squares[64];
  cl_event ev[8] = {0}, written = 0;
  cl_int err;
  size_t n = 64;
  start("steps.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(64, 1);
  cl_command_queue other = clCreateCommandQueue(context, device, 0, &err);
  need(err, "queue");
  for (int i = 0; i < 64; i++)
    squares[i] = i * i;
  (void)second;
#if defined(ASSIGNED)
  cl_event *p = ev;
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, &written), "write");
  p[1] = written;
#elif defined(UNTYPED)
  void *p = ev + 1;
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, (cl_event *)p), "write");
#elif defined(TWICE)
  cl_event *p = ev, **pp = &p;
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, &(*pp)[1]), "write");
#elif defined(TABLE)
  cl_event *both[2] = {ev, ev + 1};
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, both[1]), "write");
#elif defined(GIVEN)
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, second(ev)), "write");
#else
  need(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof squares, squares, 0, NULL, &written), "write");
  need(clWaitForEvents(1, &written), "wait");
  need(clEnqueueMarkerWithWaitList(queue, 0, NULL, &ev[1]), "marker");
  printf("%d events\n", (int)(sizeof ev / sizeof *ev));
#endif
  clFlush(other);
  for (int i = 1; i < 6; i++) {
    need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 1, &ev[i], &ev[i + 1]), "launch");
  }
  clFinish(other);
  clFinish(queue);
  for (int i = 1; i < 7; i++)
    if (ev[i] != NULL)
      clReleaseEvent(ev[i]);
  show("a", a);
  return 0;
}
