// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void gated(__global int *a, __global int *next) {
  int round = 0, most = a[get_group_id(0) + 1];
  // How often it goes round depends on memory that the phase itself changes.
  while (atomic_add(&next[get_group_id(0)], 0) > round && round < most) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0) + 64] += round++;
  }
}
__kernel void wide(__global int *a) {
  __local int t[64];
  t[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[63 - get_local_id(0)];
}
