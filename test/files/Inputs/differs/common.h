// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMMON_H
#define COMMON_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#ifdef __cplusplus
extern "C" {
#endif
cl_int blur(cl_command_queue q, cl_kernel k, cl_mem in, cl_mem out, int n, int t);
#ifdef __cplusplus
}
#endif
#endif
