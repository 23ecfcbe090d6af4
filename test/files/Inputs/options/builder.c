#include "builder.h"
#include <stdio.h>
#include <stdlib.h>

void machine_open(machine *m) {
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &m->device, NULL))
    exit(2);
  m->context = clCreateContext(NULL, 1, &m->device, NULL, NULL, NULL);
  m->queue = clCreateCommandQueue(m->context, m->device, 0, NULL);
}

cl_program machine_build(const machine *m, const char *file, const char *options) {
  char *text = calloc(1, 10000);
  const char *source = text;
  cl_program p;
  FILE *in = fopen(file, "r");
  if (!in)
    exit(2);
  text[fread(text, 1, 9999, in)] = 0;
  fclose(in);
  p = clCreateProgramWithSource(m->context, 1, &source, NULL, NULL);
  free(text);
  if (clBuildProgram(p, 1, &m->device, options, NULL, NULL)) {
    puts(file);
    exit(3);
  }
  return p;
}
