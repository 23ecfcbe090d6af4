// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
typedef void *handle;
handle h_new(const char *file, int n, const int *from);
void h_step(handle h, int by);
void h_get(handle h, int *to);
