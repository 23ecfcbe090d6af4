/* What every program here needs around its loop. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;

static void need(cl_int err, const char *what) {
  if (err != CL_SUCCESS) {
    printf("%s: %d\n", what, (int)err);
    exit(3);
  }
}

/* First device, one in-order queue, one program. */
static void start(const char *file, const char *options) {
  static char text[16384];
  const char *source = text;
  cl_platform_id platform;
  cl_int err;
  FILE *in = fopen(file, "r");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  need(err, "context");
  queue = clCreateCommandQueue(context, device, 0, &err);
  need(err, "queue");
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(err, "program");
  need(clBuildProgram(program, 1, &device, options, NULL, NULL), "build");
}

static cl_kernel kernel_named(const char *name) {
  cl_int err;
  cl_kernel k = clCreateKernel(program, name, &err);
  need(err, name);
  return k;
}

/* A buffer of n ints: first, first + 1, ... */
static cl_mem ints(int n, int first) {
  cl_int err;
  int *data = (int *)malloc(n * sizeof *data), i;
  for (i = 0; i < n; i++)
    data[i] = first + i;
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof *data, data, &err);
  need(err, "buffer");
  free(data);
  return b;
}

/* The contents of a buffer of ints, as a sum that depends on the order, and its ends. */
static void show(const char *name, cl_mem b) {
  size_t bytes = 0, i, n;
  unsigned sum = 0;
  int *data;
  need(clGetMemObjectInfo(b, CL_MEM_SIZE, sizeof bytes, &bytes, NULL), "size");
  data = (int *)malloc(bytes);
  n = bytes / sizeof *data;
  need(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, data, 0, NULL, NULL), "read");
  for (i = 0; i < n; i++)
    sum = sum * 31u + (unsigned)data[i];
  printf("%s: %d %d ... %d, sum %u\n", name, data[0], data[1], data[n - 1], sum);
  free(data);
}
