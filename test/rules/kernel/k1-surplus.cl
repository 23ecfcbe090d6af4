// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three local sizes: 16, 64 and 16 x 16. Every item stores and counts.
__kernel void sums(__global const int *in, __global int *out, __global int *items, __global int *hits, int n) {
  __local int t[16];
  int lid = get_local_id(0), gid = get_global_id(0);
  t[lid] = gid < n ? in[gid] : 0;
  atomic_inc(items);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step >>= 1) {
    if (lid < step)
      t[lid] += t[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = t[0];
  hits[gid]++; // twice if a clone did it too
  atomic_add(&items[1], (int)get_local_size(0));
}
__kernel void shift(__global int *a, __global int *items, int by) {
  __local int t[64];
  const size_t lid = get_local_id(0);
  t[(lid + by) % get_local_size(0)] = a[get_global_id(0)];
  if (lid == get_local_size(0) - 1)
    atomic_inc(items + 2); // the last item of each group, and no other
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[lid] + 1;
}
__kernel void turn(__global int *m, __global int *items, int w) {
  __local int t[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  int at = get_global_id(1) * w + get_global_id(0);
  t[x][y] = m[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  m[at] = t[y][x] + x - y;
  atomic_add(items + 3, 1);
}
