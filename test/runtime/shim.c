//===- shim.c - a preloaded library that counts calls -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interposes the calls that the recorder defines: both must see every call.
//
//===----------------------------------------------------------------------===//
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <dlfcn.h>

static int count;

int persistify_shim_count(void);
int persistify_shim_count(void) { return count; }

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  cl_int(CL_API_CALL * next)(cl_kernel, cl_uint, size_t, const void *);
  *(void **)&next = dlsym(RTLD_NEXT, "clSetKernelArg");
  ++count;
  return next(kernel, index, size, value);
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *status) {
  cl_kernel(CL_API_CALL * next)(cl_program, const char *, cl_int *);
  *(void **)&next = dlsym(RTLD_NEXT, "clCreateKernel");
  ++count;
  return next(program, name, status);
}

static void call_of_vendor(void) {}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  (void)platform, (void)name;
  void *found;
  void (*call)(void) = call_of_vendor;
  *(void (**)(void))&found = call;
  return found;
}
