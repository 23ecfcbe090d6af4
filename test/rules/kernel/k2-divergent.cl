// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void advance(__global int *a, int n) {
  __local int t[64];
  int gid = get_global_id(0), lid = get_local_id(0);
  if (gid >= n)
    return; // some items of the last group
  t[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[gid] = t[0] + lid;
}
