//===- harness.h - what the runtime's tests share ---------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device choice, checks, and exit codes: 0 passed, 1 failed, 77 no such device.
// PERSISTIFY_TEST_DEVICE is "cpu", "gpu" or a part of a platform's or device's
// name; without it the first device found serves.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_HARNESS_H
#define PERSISTIFY_TEST_HARNESS_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "persistify/runtime.h"

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1); \
    } \
  } while (0)
#define CL(call) \
  do { \
    cl_int status_ = (call); \
    if (status_ != CL_SUCCESS) { \
      fprintf(stderr, "%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, status_); \
      exit(1); \
    } \
  } while (0)

typedef struct bench {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} bench;

static inline double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static inline int fits(const char *wanted, cl_platform_id platform, cl_device_id device) {
  char name[256] = "", maker[256] = "";
  cl_device_type type = 0;
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof maker - 1, maker, NULL);
  clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  if (!wanted || !*wanted)
    return 1;
  if (strcmp(wanted, "cpu") == 0)
    return (type & CL_DEVICE_TYPE_CPU) != 0;
  if (strcmp(wanted, "gpu") == 0)
    return (type & CL_DEVICE_TYPE_GPU) != 0;
  return strstr(name, wanted) != NULL || strstr(maker, wanted) != NULL;
}

static inline bench open_bench(void) {
  bench b = {0};
  const char *wanted = getenv("PERSISTIFY_TEST_DEVICE");
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  clGetPlatformIDs(16, platforms, &platform_count);
  for (cl_uint i = 0; i < platform_count && i < 16 && !b.device; ++i) {
    cl_device_id devices[16];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 16, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint k = 0; k < count && k < 16 && !b.device; ++k)
      if (fits(wanted, platforms[i], devices[k])) {
        b.platform = platforms[i];
        b.device = devices[k];
      }
  }
  if (!b.device) {
    fprintf(stderr, "skipped: no OpenCL device '%s'\n", wanted ? wanted : "");
    exit(77);
  }
  cl_int status;
  b.context = clCreateContext(NULL, 1, &b.device, NULL, NULL, &status);
  CL(status);
  b.queue = clCreateCommandQueue(b.context, b.device, 0, &status);
  CL(status);
  return b;
}

static inline void close_bench(const bench *b) {
  CL(clReleaseCommandQueue(b->queue));
  CL(clReleaseContext(b->context));
}

/// Another context and queue of the same device; those of before stay.
static inline void open_again(bench *b) {
  cl_int status;
  b->context = clCreateContext(NULL, 1, &b->device, NULL, NULL, &status);
  CL(status);
  b->queue = clCreateCommandQueue(b->context, b->device, 0, &status);
  CL(status);
}

static inline cl_program build(const bench *b, const char *source, const char *options) {
  cl_int status;
  cl_program program = clCreateProgramWithSource(b->context, 1, &source, NULL, &status);
  CL(status);
  CL(clBuildProgram(program, 1, &b->device, options, NULL, NULL));
  return program;
}

static inline cl_kernel kernel(cl_program program, const char *name) {
  cl_int status;
  cl_kernel k = clCreateKernel(program, name, &status);
  CL(status);
  return k;
}

static inline cl_mem buffer(const bench *b, size_t size, const void *from) {
  cl_int status;
  cl_mem mem = clCreateBuffer(b->context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), size, (void *)from,
                              &status);
  CL(status);
  return mem;
}

static inline void read_all(const bench *b, cl_mem mem, size_t size, void *to) {
  CL(clEnqueueReadBuffer(b->queue, mem, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

/// Whether the caller expects the persistent path: unset, or not "0".
static inline int want_persistent(void) {
  const char *text = getenv("PERSISTIFY_TEST_EXPECT");
  return !text || strcmp(text, "original") != 0;
}

#endif // PERSISTIFY_TEST_HARNESS_H
