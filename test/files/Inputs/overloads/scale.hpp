// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
struct Run { cl_command_queue q; cl_kernel k; cl_mem in, out; int n; };
void turn(Run &r, int t);
