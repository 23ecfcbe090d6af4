/* Every trip asks how long its kernel took; each so many the host reads the sum back with an event of the same list, and writes it.
   REQUIRES: device
   ROWS: host-trips
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file sums.txt --reason PST3017 --reason PST3013 --entries 5 --allow-kernel add=4
   RUN: %{check}
   RUN: env PERSISTIFY_FAULT=no-event-between not %{check}
   Each slice is a launch of its own, whose time the first command in it has.
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -I%S/../host/Inputs %t/timed.c %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY_TEST_AT=0,1 ./program -t 2>&1 | FileCheck %s
   CHECK: 20 of 20 trips took time
*/
#include "setup.h"
enum { N = 64 };
int main(int argc, char **argv) {
  cl_event events[2];
  cl_kernel add;
  cl_mem a;
  size_t global = N;
  cl_ulong begin, end, all = 0;
  int i, took = 0, host[N];
  start("steps.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add = kernel_named("add");
  a = ints(N, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 20; i++) {
    cl_int err;
    clSetKernelArg(add, 1, sizeof i, &i);
    err = clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, &events[0]);
    if (err != CL_SUCCESS) {
      printf("step %d: %d\n", i, (int)err);
      return 1;
    }
    clWaitForEvents(1, &events[0]);
    clGetEventProfilingInfo(events[0], CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(events[0], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    took += end > begin;
    all += end - begin;
    clReleaseEvent(events[0]);
    if (i % 5 == 2) {
      int j, sum = 0;
      FILE *f = fopen("sums.txt", i == 2 ? "w" : "a");
      if (!f)
        return 2;
      clEnqueueReadBuffer(queue, a, CL_FALSE, 0, sizeof host, host, 0, NULL, &events[1]);
      clWaitForEvents(1, &events[1]);
      clReleaseEvent(events[1]);
      for (j = 0; j < N; j++)
        sum += host[j];
      fprintf(f, "%d: %d\n", i, sum);
      fclose(f);
    }
  }
  show("a", a);
  if (all == 0)
    puts("no time");
  if (argc > 1)
    printf("%d of 20 trips took time\n", took);
  return 0;
}
