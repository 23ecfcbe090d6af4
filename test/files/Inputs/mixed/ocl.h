// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef OCL_H
#define OCL_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#ifdef __cplusplus
extern "C" {
#endif
enum ocl_kernel { OCL_BLUR, OCL_BUMP };
void ocl_start(const char *path);
cl_mem ocl_buffer(size_t bytes, const void *data);
void ocl_launch(enum ocl_kernel k, size_t items);
void ocl_mem_arg(enum ocl_kernel k, cl_uint i, cl_mem m);
void ocl_int_arg(enum ocl_kernel k, cl_uint i, int v);
void ocl_download(cl_mem m, void *to, size_t bytes);
#ifdef __cplusplus
}
#endif
#endif
