//===- launches.h - what happens when a region's kernel is launched --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests, in one file of a program: the library's launches come by the definition here, too.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_LAUNCHES_H
#define PERSISTIFY_TEST_LAUNCHES_H

#include "harness.h"

#include <dlfcn.h>
#include <string.h>

/// Defined by the test, called before a launch of relax.h's region: what the launch gives in place of what it would
/// give, or CL_SUCCESS.
static cl_int at_launch(cl_command_queue queue);

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions,
                                                       const size_t *offset, const size_t *global, const size_t *local,
                                                       cl_uint count, const cl_event *events, cl_event *event) {
  cl_int(CL_API_CALL * next)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,
                             cl_uint, const cl_event *, cl_event *);
  *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
  char name[64] = "";
  clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
  const cl_int status = strcmp(name, "persistify_region_1") == 0 ? at_launch(queue) : CL_SUCCESS;
  return status != CL_SUCCESS ? status : next(queue, k, dimensions, offset, global, local, count, events, event);
}

#endif // PERSISTIFY_TEST_LAUNCHES_H
