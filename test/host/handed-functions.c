// Functions of OpenCL in a table that the program fills in front of the loop, and in a function's parameter.
// REQUIRES: device
// RUN: %run-check %S/handed-functions.cl %s --entries 2
// RUN: env PERSISTIFY_FAULT=no-handed-functions not %run-check %S/handed-functions.cl %s --entries 2
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
  cl_int (*set)(cl_kernel, cl_uint, size_t, const void *);
  cl_int (*run)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,
                const cl_event *, cl_event *);
  cl_int (*end)(cl_command_queue);
};
static struct table table;

static void fill(struct table *t) {
  t->set = clSetKernelArg;
  t->run = &clEnqueueNDRangeKernel;
  t->end = clFinish;
}

typedef cl_int (*setter)(cl_kernel, cl_uint, size_t, const void *);

static void number(setter set, cl_kernel k, int which, int value) {
  cl_int status = set(k, (cl_uint)which, sizeof value, &value);
  if (status != CL_SUCCESS) {
    fprintf(stderr, "argument %d: %d\n", which, status);
    exit(2);
  }
}

int main(void) {
  static char text[10000];
  const int n = 72;
  int values[72];
  FILE *in = fopen("handed-functions.cl", "r");
  size_t length = fread(text, 1, sizeof text - 1, in), items = 72;
  const char *source = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_int e;
  fclose(in);
  fill(&table);
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &e);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel mix = clCreateKernel(program, "mix", &e);
  for (int i = 0; i < n; ++i)
    values[i] = i * 5 % 37;
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values, values, &e);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values, NULL, &e);
  clSetKernelArg(mix, 2, sizeof n, &n);

  for (int trip = 0; trip < 17; ++trip) {
    cl_mem was = from;
    table.set(mix, 0, sizeof from, &from);
    table.set(mix, 1, sizeof to, &to);
    table.set(mix, 3, sizeof trip, &trip);
    table.run(queue, mix, 1, NULL, &items, NULL, 0, NULL, NULL);
    table.end(queue);
    from = to;
    to = was;
  }

  for (int trip = 1; trip < 400; trip *= 3) {
    number(clSetKernelArg, mix, 3, trip);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &items, NULL, 0, NULL, NULL);
  }

  clEnqueueReadBuffer(queue, from, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum = (sum * 31 + values[i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
