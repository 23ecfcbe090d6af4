// Build options of a number that only the run knows, here an answer of the device: the kernels are read with some number
// for it, and any other does as well. What builds the program lies in a file without main.
// REQUIRES: device
// RUN: %run-check %S/options-asked.cl %s --entries 1 --host-flag=-I%S/Inputs
// RUN: %run-check %S/options-asked.cl %s --entries 1 --host-flag=-I%S/Inputs -- 3
// RUN: rm -rf %t && mkdir %t && cp %S/options-asked.cl %S/Inputs/setup.h %t
// RUN: sed 's/^int main/int other/' %s > %t/lib.c
// RUN: %persistify %t/lib.c -o %t/out 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: 1 loop transformed, 0 refused
// A kernel whose conditionals ask for it is read with no number that is right.
// RUN: sed -e '1i #if CHUNK > 8000' -e '1i #endif' %S/options-asked.cl > %t/options-asked.cl
// RUN: rm %t/lib.c && cp %s %t
// RUN: %run-check %t/options-asked.cl %t/options-asked.c --host-flag=-I%S/Inputs --expect-fallback CHUNK
#include "setup.h"

static void build(const char *file, int extra) {
  static char text[4096];
  const char *source = text;
  char options[120];
  size_t most = 0;
  cl_platform_id platform;
  FILE *in = fopen(file, "r");
  if (!in)
    exit(2);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  snprintf(options, sizeof options, "-D CHUNK=%d -DWIDTH=%u", (int)most / 2 + 1, (unsigned)extra);
  need(clBuildProgram(program, 1, &device, options, NULL, NULL), "build");
}

int main(int argc, char **argv) {
  build("options-asked.cl", argc > 1 ? atoi(argv[1]) : 5);
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("spread");
  size_t items = 64;
  for (int t = 0; t < 6; ++t) {
    clSetKernelArg(k, 0, sizeof m, &m);
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("spread", m);
  return 0;
}
