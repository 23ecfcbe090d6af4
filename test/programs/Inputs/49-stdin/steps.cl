// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void shift(__global int *v, int by) { v[get_global_id(0)] = v[get_global_id(0)] * 2 + by; }
