// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void triple(__global int *v, int first) { v[get_global_id(0) + first] *= 3; }
