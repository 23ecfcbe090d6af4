// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SOLVER_H
#define SOLVER_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
typedef struct { cl_command_queue q; cl_kernel blur, bump; int error; } Device;
extern Device *dev;
typedef struct { cl_mem cur, next; int n; } Grid;
int step(Grid *g, int t);
int solve(Grid *g, int steps);
#endif
