// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void add(__global int *v, __global const int *w, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] += w[i % n] + (int)get_global_size(0) % 5 - (int)get_global_offset(0);
}
__kernel void swing(__global const int *v, __global int *w, int n) {
  int i = get_global_id(0);
  if (i < n)
    w[i] = v[(i + 7) % n] % 1000;
}

// Each id once: an element of its own, from which all of it can be told.
__kernel void place(__global int *v, int n) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1), z = get_global_id(2);
  int i = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;
  if (i < n)
    v[i] = v[i] % 1000 + (int)get_global_id(0) + 100 * (int)get_global_id(1) + 10000 * z + (int)get_work_dim();
}
__kernel void tile(__global const int *v, __global int *w, int n) {
  __local int part[32];
  int lid = get_local_id(1) * get_local_size(0) + get_local_id(0), size = get_local_size(0) * get_local_size(1);
  int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  part[lid] = i < n ? v[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    w[i] = w[i] % 100 + part[size - 1 - lid] + (int)(get_group_id(0) + 3 * get_group_id(1));
}
