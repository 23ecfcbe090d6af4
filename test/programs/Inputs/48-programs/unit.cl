// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STEP
#define STEP 1
#endif
__kernel void add(__global int *v) { v[get_global_id(0)] += STEP; }
