// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#define PLACE 2
#include "put.h"
int slower(int by);
void bounds(cl_kernel k, int n) { put(k, slower(n) > 1 ? n : 0); }
