// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RADIX 16
#define WG 32
__kernel void count(__global const uint *keys, __global uint *hist, uint n, uint shift) {
  __local uint h[RADIX];
  uint l = get_local_id(0), g = get_group_id(0), groups = get_num_groups(0);
  if (l < RADIX) h[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint i = get_global_id(0);
  if (i < n) atomic_inc(&h[(keys[i] >> shift) & (RADIX - 1)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < RADIX) hist[l * groups + g] = h[l];
}
__kernel void scan_hist(__global uint *hist, uint n) { // one item
  uint sum = 0;
  for (uint i = 0; i < n; i++) { uint v = hist[i]; hist[i] = sum; sum += v; }
}
__kernel void scatter(__global const uint *keys, __global uint *out, __global const uint *hist, uint n, uint shift) {
  __local uint digit[WG];
  uint l = get_local_id(0), i = get_global_id(0);
  uint key = i < n ? keys[i] : 0, d = i < n ? (key >> shift) & (RADIX - 1) : RADIX;
  digit[l] = d;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  uint before = 0;
  for (uint k = 0; k < l; k++) before += digit[k] == d;
  out[hist[d * get_num_groups(0) + get_group_id(0)] + before] = key;
}
