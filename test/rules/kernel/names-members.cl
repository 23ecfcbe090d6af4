// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros that are named like members of the device library's structures.
#define lid get_local_id(0)
#define group get_group_id(0)
#define groups get_num_groups(0)
#define wg get_local_size(0)
#define total 7
#define value 3
__kernel void spread(__global int *a, __global const int *b) {
  a[get_global_id(0)] += b[get_global_id(0)] + lid + group * value + groups + wg + total;
}
