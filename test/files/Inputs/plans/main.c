#include "plans.h"
#include <stdio.h>
#include <stdlib.h>

static cl_context context;
static cl_command_queue queue;
static cl_program program;

struct steps {
  cl_kernel add, map;
  int add_kind, map_kind;
};

static void arguments(cl_kernel k, cl_mem in, cl_mem out, int v) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
}

/* Passes the last event on by a list of its own. */
static cl_event passes(struct steps *s, cl_mem a, cl_mem b, int n, const cl_event *after) {
  int i;
  cl_event last;
  arguments(s->map, a, b, 7);
  last = plans_run(s->map, s->map_kind, 64, after);
  for (i = 0; i < n; i++) {
    cl_event list[] = {last, NULL};
    arguments(s->map, b, a, i);
    last = plans_run(s->map, s->map_kind, 64, after == NULL ? NULL : list);
  }
  return last;
}

/* A list that is there all the time. */
static cl_event turns(struct steps *s, cl_mem a, cl_mem b, int n, const cl_event *after) {
  cl_event list[] = {NULL, NULL};
  list[0] = plans_run(s->map, s->map_kind, 64, after);
  for (int i = 0; i < n; i++) {
    arguments(s->map, a, b, i);
    list[0] = plans_run(s->map, s->map_kind, 64, after == NULL ? NULL : list);
    clSetKernelArg(s->add, 0, sizeof a, &a);
    clSetKernelArg(s->add, 1, sizeof i, &i);
    list[0] = plans_run(s->add, s->add_kind, 64, after == NULL ? NULL : list);
  }
  return list[0];
}

static void show(cl_mem b) {
  int data[64];
  unsigned sum = 0;
  clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  for (int i = 0; i < 64; i++)
    sum = sum * 31u + (unsigned)data[i];
  printf("%d %u\n", data[0], sum);
}

int main(int argc, char **argv) {
  static char text[16384];
  const char *source = text;
  const int log = argc > 1 ? atoi(argv[1]) : 0;
  int data[64] = {3, 1, 4, 1, 5};
  cl_platform_id platform;
  cl_device_id device;
  FILE *in = fopen("plans.cl", "r");
  if (!in || clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 2;
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (clBuildProgram(program, 1, &device, "", NULL, NULL))
    return 3;
  struct steps s = {clCreateKernel(program, "add", NULL), clCreateKernel(program, "map", NULL), 4, 9};
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  plans_start(context, queue);
  plans_set(9, 16);
  if (log)
    plans_log(log);
  passes(&s, a, b, 5, NULL);
  show(a);
  turns(&s, a, b, 4, NULL);
  show(b);
  cl_event none[] = {NULL, NULL}, first[] = {NULL, NULL};
  clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, sizeof data, data, 0, NULL, first);
  cl_event last = passes(&s, a, b, 3, first);
  clWaitForEvents(1, &last);
  show(a);
  last = turns(&s, a, b, 3, first);
  clWaitForEvents(1, &last);
  show(b);
  if (argc > 2) /* a list without events is an error of the call */
    turns(&s, a, b, 2, none);
  show(b);
  printf("%d\n", plans_logged());
  return 0;
}
