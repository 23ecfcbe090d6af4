/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the programs of this folder have in common.
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) \
  do { \
    cl_int e_ = (call); \
    if (e_ != CL_SUCCESS) { \
      printf("line %d: error %d\n", __LINE__, e_); \
      exit(1); \
    } \
  } while (0)

typedef struct {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} setup;

static inline setup open_platform(cl_uint number) {
  setup s;
  cl_platform_id all[8];
  cl_uint count = 0;
  cl_int err;
  clGetPlatformIDs(8, all, &count);
  if (number >= count) {
    printf("no platform %u\n", number);
    exit(1);
  }
  OK(clGetDeviceIDs(all[number], CL_DEVICE_TYPE_CPU, 1, &s.device, NULL));
  s.context = clCreateContext(NULL, 1, &s.device, NULL, NULL, &err);
  OK(err);
  s.queue = clCreateCommandQueue(s.context, s.device, CL_QUEUE_PROFILING_ENABLE, &err);
  OK(err);
  return s;
}

static inline void close_platform(setup s) {
  OK(clReleaseCommandQueue(s.queue));
  OK(clReleaseContext(s.context));
}

static inline cl_program build(setup s, const char *source, const char *options) {
  cl_int err;
  cl_program program = clCreateProgramWithSource(s.context, 1, &source, NULL, &err);
  OK(err);
  err = clBuildProgram(program, 1, &s.device, options, NULL, NULL);
  if (err != CL_SUCCESS) {
    static char log[20000];
    clGetProgramBuildInfo(program, s.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    printf("build: error %d\n%s\n", err, log);
    exit(1);
  }
  return program;
}
