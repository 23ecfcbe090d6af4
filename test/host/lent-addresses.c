/* Times are taken in numbers whose address only the interface has, for the time of a call, and are summed up in an array of a length
   that only the run knows: bytes that the loop reads by a pointer are none of them.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
*/
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void give(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
}

static int bytes(cl_command_queue q, unsigned char *seen, int kinds) {
  cl_event done[2];
  double took[kinds];
  cl_ulong from, to;
  int trips = 0;
  for (int i = 0; i < kinds; i++)
    took[i] = 0;
  do {
    give(1);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &done[0]);
    clFinish(q);
    give(2);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &done[1]);
    clFinish(q);
    for (int i = 0; i < 2; i++) {
      clGetEventProfilingInfo(done[i], CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
      clGetEventProfilingInfo(done[i], CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
      took[i] += (to - from) / 1e6;
    }
    clEnqueueReadBuffer(q, data, CL_TRUE, 0, 64, seen, 0, NULL, NULL);
    trips++;
  } while (seen[4] < 50);
  printf("%d\n", took[0] >= 0 && took[1] < 1e9);
  return trips;
}

static int part(cl_command_queue q, unsigned char *seen) {
  cl_event done;
  cl_ulong from = 0, to = 0, all = 0;
  int trips = 0;
  for (int i = 0; seen[4] < 100; i++) {
    give(3);
    clEnqueueNDRangeKernel(q, add_k, 1, NULL, &global, NULL, 0, NULL, &done);
    clFinish(q);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof(cl_ulong), (void *)&from, NULL);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), (void *)(&to), NULL);
    all += to - from;
    clEnqueueReadBuffer(q, data, CL_TRUE, 0, 8, seen, 0, NULL, NULL);
    trips = i;
  }
  printf("%d\n", all < 1000000000000u);
  return trips;
}

int main(int argc, char **argv) {
  cl_command_queue timed;
  unsigned char *seen = malloc(64);
  (void)argv;
  start("steps.cl", "");
  timed = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 1);
  clFinish(queue);
  printf("%d\n", bytes(timed, seen, argc + 1));
  printf("%d\n", part(timed, seen));
  show("data", data);
  free(seen);
  return 0;
}
