/* Lists of events in memory that the program allocates, where the first trips wait for none. A command of another queue that stores its
   event there by another name is no command of the region.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 2
   RUN: %{check} --no-persist --reason PST1013 --host-flag=-DOTHER
   RUN: env PERSISTIFY_FAULT=one-name-of-events not %{check} --no-persist --reason PST1013 --host-flag=-DOTHER
*/
#include "setup.h"

static cl_kernel add;
static const size_t global = 64;

static void arguments(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
}

#ifdef OTHER
int main(void) {
  static int data[64];
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
  cl_event done[8], *second = done + 1, *names = second;
  clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof data, data, 0, NULL, &names[0]);
  for (int i = 1; i < 6; i++) {
    arguments(a, i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, &done[i], &done[i + 1]);
  }
  show("a", a);
  return 0;
}
#else
static void chain(cl_mem a, int n) {
  cl_event *done = malloc(n * sizeof *done);
  cl_uint count = 0;
  for (int i = 0; i < n; i++) {
    arguments(a, i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, count ? 1 : 0, count ? &done[count - 1] : NULL, &done[count]);
    count++;
  }
  clWaitForEvents(1, &done[n - 1]);
  for (int i = 0; i < n; i++)
    clReleaseEvent(done[i]);
  free(done);
}

static void pairs(cl_mem a, int n) {
  cl_event *done = calloc(2 * n, sizeof *done);
  for (int i = 0; i < n; i++) {
    arguments(a, 2 * i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, done + 2 * i);
    arguments(a, i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, done + 2 * i, done + 2 * i + 1);
  }
  clWaitForEvents(2 * n, done);
  free(done);
}

int main(void) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  chain(a, 5);
  show("a", a);
  pairs(a, 4);
  show("a", a);
  return 0;
}
#endif
