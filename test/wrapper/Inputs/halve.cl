// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of a tree sum: each group adds its part of `in` in local memory.
kernel void halve(global const int *in, global int *out, local int *part, uint n) {
  uint l = get_local_id(0), g = get_global_id(0);
  part[l] = g < n ? in[g] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s; s /= 2) {
    if (l < s)
      part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = part[0];
}
