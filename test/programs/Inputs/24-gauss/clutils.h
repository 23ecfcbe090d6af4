// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CLUTILS_H
#define CLUTILS_H
#include <CL/cl.h>
#ifdef __cplusplus
extern "C" {
#endif
void cl_init(void);
cl_program cl_compileProgram(const char *name);
void cl_errChk(const cl_int status, const char *msg, int exitOnErr);
double eventTime(cl_event event, cl_command_queue queue);
extern cl_context context;
extern cl_command_queue command_queue;
extern cl_device_id device;
#ifdef __cplusplus
}
#endif
#endif
