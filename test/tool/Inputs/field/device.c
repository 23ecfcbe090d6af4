#include "device.h"
#include <stdio.h>
#include <stdlib.h>

char *read_text(const char *path) {
  static char text[4096];
  FILE *in = fopen(path, "r");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  return text;
}

struct device open_device(const char *source) {
  struct device d;
  cl_platform_id platform;
  cl_device_id id;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL);
  d.context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
  d.queue = clCreateCommandQueue(d.context, id, 0, NULL);
  d.program = clCreateProgramWithSource(d.context, 1, &source, NULL, NULL);
  clBuildProgram(d.program, 1, &id, "", NULL, NULL);
  return d;
}

int launch(struct device *d, cl_kernel k, size_t items) {
  return clEnqueueNDRangeKernel(d->queue, k, 1, NULL, &items, NULL, 0, NULL, NULL) == CL_SUCCESS;
}
