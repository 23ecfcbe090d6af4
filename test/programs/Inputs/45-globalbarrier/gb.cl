// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier between work-groups written by hand, as some graph codes have it.
void global_sync(__global volatile int *count, int goal)
{
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_inc(count);
    while (atomic_or(count, 0) < goal) { }
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

__kernel void two_halves(__global int *data, __global int *next, __global volatile int *count, int n, int round)
{
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    next[i] = data[i] + data[(i + 1) % n];
  global_sync(count, get_num_groups(0) * (round + 1));
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    data[i] = next[i] & 0xffff;
}
