// What helpers compute of the times of events, several in one call: neither knows of the other, in whatever order they are evaluated.
// REQUIRES: device
// RUN: %run-check %S/handed-functions.cl %s --entries 3 --ignore-output "^time" -- 12
// RUN: env PERSISTIFY_FAULT=made-in-operands not %run-check %S/handed-functions.cl %s --entries 3 --ignore-output "^time" -- 12
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static cl_command_queue queue;

/// Milliseconds between start and end.
static double span(cl_event *e) {
  cl_ulong from = 0, to = 0;
  size_t length;
  cl_int status = clWaitForEvents(1, e);
  status |= clGetEventProfilingInfo(*e, CL_PROFILING_COMMAND_START, sizeof from, &from, &length);
  status |= clGetEventProfilingInfo(*e, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
  if (status != CL_SUCCESS) {
    printf("no times: %d\n", status);
    exit(2);
  }
  double nanoseconds = (double)(to - from);
  return nanoseconds * 1e-6;
}

struct stamps {
  cl_ulong queued, started, ended;
};

static void stamp(cl_event e, struct stamps *s) {
  clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED, sizeof s->queued, &s->queued, NULL);
  clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof s->started, &s->started, NULL);
  clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof s->ended, &s->ended, NULL);
}

static double waited(cl_event e) {
  struct stamps s;
  stamp(e, &s);
  return (s.started - s.queued) / 1000.0;
}

static double worked(cl_event e) {
  struct stamps s;
  stamp(e, &s);
  return (s.ended - s.started) / 1000.0;
}

static cl_event launch(cl_kernel k, size_t items) {
  cl_event e;
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, &e);
  return e;
}

int main(int argc, char **argv) {
  static char text[10000];
  const int trips = argc > 1 ? atoi(argv[1]) : 8;
  const int n = 80;
  FILE *in = fopen("handed-functions.cl", "r");
  size_t length = fread(text, 1, sizeof text - 1, in);
  const char *source = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_int e;
  int values[80];
  fclose(in);
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &e);
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &e);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel there = clCreateKernel(program, "mix", &e), back = clCreateKernel(program, "mix", &e);
  for (int i = 0; i < n; ++i)
    values[i] = i * i % 53;
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values, values, &e);
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values, NULL, &e);
  clSetKernelArg(there, 0, sizeof a, &a);
  clSetKernelArg(there, 1, sizeof b, &b);
  clSetKernelArg(back, 0, sizeof b, &b);
  clSetKernelArg(back, 1, sizeof a, &a);
  clSetKernelArg(there, 2, sizeof n, &n);
  clSetKernelArg(back, 2, sizeof n, &n);

  // Two events, by address.
  for (int t = 0; t < trips; ++t) {
    cl_event first, second;
    size_t items = n;
    clSetKernelArg(there, 3, sizeof t, &t);
    clSetKernelArg(back, 3, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, there, 1, NULL, &items, NULL, 0, NULL, &first);
    clEnqueueNDRangeKernel(queue, back, 1, NULL, &items, NULL, 0, NULL, &second);
    printf("times of trip %d: %f ms, %f ms\n", t, span(&first), span(&second));
    clReleaseEvent(first);
    clReleaseEvent(second);
  }

  // The same event twice, through a struct, and summed up.
  double all = 0;
  for (int t = 0; t < trips; ++t) {
    clSetKernelArg(there, 3, sizeof t, &t);
    cl_event e1 = launch(there, n);
    clSetKernelArg(back, 3, sizeof t, &t);
    cl_event e2 = launch(back, n);
    clFinish(queue);
    all += worked(e1) + worked(e2);
    printf("time waited %f, worked %f\n", waited(e2), worked(e2));
    clReleaseEvent(e1);
    clReleaseEvent(e2);
  }
  printf("time of all %f\n", all);

  // Times that are kept in variables of the loop's, in one expression.
  double most = 0;
  for (int t = trips; t-- > 0;) {
    clSetKernelArg(there, 3, sizeof t, &t);
    cl_event e1 = launch(there, n), e2 = launch(back, n);
    double both = span(&e1) + span(&e2), share = span(&e1) / (span(&e1) + span(&e2) + 1e-9);
    most += both;
    printf("time both %f, share %f\n", both, share);
    clReleaseEvent(e1);
    clReleaseEvent(e2);
  }
  printf("times together %f\n", most);

  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum = (sum * 31 + values[i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
