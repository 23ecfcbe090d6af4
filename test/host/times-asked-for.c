/* Times of events that are only asked for when the program is told to, on a queue that else takes none.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2 -- timed
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "the queue takes no times" -- untimed
   RUN: env PERSISTIFY_FAULT=times-on-entry not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
*/
#include "setup.h"

static int timed;
static double spent;
static unsigned failed;
static cl_command_queue q;

static void run(cl_kernel k, size_t items) {
  cl_event done;
  need(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, &done), "launch");
  if (timed) {
    cl_ulong from = 0, to = 0;
    cl_int err = clWaitForEvents(1, &done);
    if (err == CL_SUCCESS)
      err = clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
    if (err == CL_SUCCESS)
      err = clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
    if (err != CL_SUCCESS)
      failed++;
    else
      spent += (double)(to - from) * 1e-9;
  }
  need(clReleaseEvent(done), "release");
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  cl_int err;
  timed = *how != 0;
  start("steps.cl", "");
  q = clCreateCommandQueue(context, device, strcmp(how, "timed") ? 0 : CL_QUEUE_PROFILING_ENABLE, &err);
  need(err, "queue");
  cl_mem a = ints(64, 1), b = ints(64, 7);
  cl_kernel map = kernel_named("map"), add = kernel_named("add");
  for (int i = 0; i < 6; i++) {
    need(clSetKernelArg(map, 0, sizeof a, i % 2 ? &b : &a), "0");
    need(clSetKernelArg(map, 1, sizeof b, i % 2 ? &a : &b), "1");
    need(clSetKernelArg(map, 2, sizeof i, &i), "2");
    run(map, 64);
  }
  need(clSetKernelArg(add, 0, sizeof a, &a), "0");
  for (int i = 3; i--;) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "1");
    if (i != 1 || timed)
      run(add, 64 - 8 * i);
  }
  need(clFinish(q), "finish");
  show("a", a);
  show("b", b);
  printf("%s, %u failed\n", spent >= 0 && spent < 60 ? "plausible" : "odd", failed);
  return 0;
}
