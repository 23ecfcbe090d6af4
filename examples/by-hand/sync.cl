// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In two launches, which is how OpenCL lets work-groups meet.

__kernel void give(__global int *tmp) { tmp[get_global_id(0)] = (int)get_group_id(0); }
__kernel void take(__global const int *tmp, __global int *out) {
  out[get_global_id(0)] = tmp[get_global_size(0) - 1 - get_global_id(0)];
}
