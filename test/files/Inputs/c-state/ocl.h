// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef OCL_H
#define OCL_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
enum { K_BLUR, K_BUMP };
void ocl_open(const char *file);
cl_mem ocl_new(size_t bytes, const void *data);
void ocl_arg(int k, int i, size_t size, const void *p);
void ocl_run(int k, size_t n);
void ocl_get(cl_mem m, void *to, size_t bytes);
void ocl_close(void);
#endif
