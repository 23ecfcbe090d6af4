// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ENGINE_H
#define ENGINE_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#ifdef __cplusplus
extern "C" {
#endif
/* A struct that only its alias names. */
typedef struct {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  int launches;
} Engine;
void engine_begin(const char *file);
cl_mem engine_memory(const int *from, size_t count);
cl_kernel engine_kernel(const char *name);
void engine_launch(cl_kernel k, size_t items);
void engine_get(cl_mem m, int *to, size_t count);
int engine_launches(void);
#ifdef __cplusplus
}
#endif
#endif
