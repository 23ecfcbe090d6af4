// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each work-group adds up as many numbers as it has items (a power of two).

__kernel void add_up(__global const uint *numbers, __global uint *sums,
                     __local uint *scratch, const uint count) {
  const uint local_id = get_local_id(0);
  const uint i = get_global_id(0);

  scratch[local_id] = i < count ? numbers[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (local_id < half_size)
      scratch[local_id] += scratch[local_id + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (local_id == 0)
    sums[get_group_id(0)] = scratch[0];
}
