#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

// How many of the values are below the pivot, by work-group.
__kernel void count_below(__global const uint *values, const uint n, const uint pivot, __global uint *partial,
                          __local uint *tally) {
  const uint lid = get_local_id(0);
  uint mine = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    mine += values[i] < pivot;
  tally[lid] = mine;
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < half_size)
      tally[lid] += tally[lid + half_size];
  }
  if (lid == 0)
    partial[get_group_id(0)] = tally[0];
}

// The largest value below the pivot.
__kernel void largest_below(__global const uint *values, const uint n, const uint pivot, __global uint *found) {
  const uint i = get_global_id(0);
  if (i < n && values[i] < pivot)
    atomic_max(found, values[i]);
}
