/* A function that comes back out of a loop only: what is behind that loop ends the program, also where a `return` that
   nothing reaches follows. What its caller does then is known all the same.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: %persistify --explain %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc 2>&1 | FileCheck %s --implicit-check-not="nothing here tells"
   RUN: env PERSISTIFY_FAULT=no-way-back %persistify --explain %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc 2>&1 | not FileCheck %s --implicit-check-not="nothing here tells"
   CHECK: 1 loop transformed, 0 refused
*/
#include "setup.h"

/* The first device whose name has a letter of Letters; Tried tells how many were looked at. */
static cl_device_id pick(const char *letters, int *tried, cl_command_queue *made) {
  cl_uint count;
  cl_platform_id platforms[8];
  need(clGetPlatformIDs(8, platforms, &count), "platforms");
  for (cl_uint p = 0; p < count; p++) {
    cl_uint devices;
    cl_device_id of[8];
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 8, of, &devices) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < devices; d++) {
      char name[200];
      ++*tried;
      need(clGetDeviceInfo(of[d], CL_DEVICE_NAME, sizeof name, name, NULL), "name");
      if (strpbrk(name, letters)) {
        cl_int err;
        *made = clCreateCommandQueue(context, of[d], 0, &err);
        need(err, "queue");
        return of[d];
      }
    }
  }
  fprintf(stderr, "no device\n");
  abort();
}

/* Whether each device of PLATFORM is there. */
static int available(cl_platform_id platform) {
  cl_uint devices;
  cl_device_id of[8];
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 8, of, &devices), "devices");
  for (cl_uint d = 0; d < devices; d++) {
    cl_bool yes;
    need(clGetDeviceInfo(of[d], CL_DEVICE_AVAILABLE, sizeof yes, &yes, NULL), "available");
    if (yes)
      return 1;
  }
  fprintf(stderr, "no device is available\n");
  exit(1);
  return 0;
}

static cl_kernel named(const char *name);

static void repeat(cl_kernel k, cl_mem a, int n) {
  const size_t global = 64;
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int t = 0; t < n; t++) {
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
}

int main(void) {
  int tried = 0;
  cl_command_queue found;
  start("steps.cl", "");
  device = pick("aeiouy0123456789", &tried, &found);
  cl_platform_id platform;
  need(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL), "platform");
  if (!available(platform))
    return 1;
  clReleaseCommandQueue(queue);
  queue = found;
  cl_mem a = ints(64, tried > 100); /* what was counted is not known */
  cl_kernel add = named("add"), map = named("map");
  repeat(add, a, 3);
  repeat(add, a, 4);
  if (tried > 100)
    repeat(map, a, 0);
  repeat(add, a, 5);
  show("a", a);
  return 0;
}

static cl_kernel named(const char *name) {
  cl_int err;
  cl_kernel made = clCreateKernel(program, name, &err);
  if (err != CL_SUCCESS)
    abort();
  return made;
}
