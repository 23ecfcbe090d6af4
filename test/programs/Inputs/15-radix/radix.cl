// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LSD radix sort, 4 bits a pass; each work-group owns a contiguous piece.
#define RADIX 16

__kernel void histogram(__global const uint *keys, __global uint *hist, uint n, uint shift, __local uint *counts)
{
  uint lid = get_local_id(0), group = get_group_id(0), groups = get_num_groups(0);
  uint piece = (n + groups - 1) / groups;
  if (lid < RADIX) counts[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = group * piece + lid; i < min(n, (group + 1) * piece); i += get_local_size(0))
    atomic_inc(&counts[(keys[i] >> shift) & (RADIX - 1)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < RADIX) hist[lid * groups + group] = counts[lid];
}

__kernel void prefix(__global uint *hist, uint count, __local uint *tmp)
{
  uint lid = get_local_id(0);
  tmp[lid] = lid < count ? hist[lid] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < get_local_size(0); d <<= 1) {
    uint v = lid >= d ? tmp[lid - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[lid] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid < count) hist[lid] = lid ? tmp[lid - 1] : 0;
}

__kernel void scatter(__global const uint *keys, __global uint *sorted, __global const uint *hist, uint n, uint shift)
{
  // stable: one digit per item
  uint digit = get_local_id(0), group = get_group_id(0), groups = get_num_groups(0);
  if (digit >= RADIX) return;
  uint piece = (n + groups - 1) / groups, at = hist[digit * groups + group];
  for (uint i = group * piece; i < min(n, (group + 1) * piece); i++)
    if (((keys[i] >> shift) & (RADIX - 1)) == digit) sorted[at++] = keys[i];
}
