// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on a ring in whole numbers, several sweeps in one launch. Between sweeps the
// groups meet at flags: each raises its own, the first group watches all of them and
// lets the others go.

void all_groups(__global volatile int *come, __global volatile int *go, int turn)
{
  int me = get_local_id(0), group = get_group_id(0), groups = get_num_groups(0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (me == 0)
    come[group] = turn;
  if (group == 0 && me < groups)
    while (come[me] != turn) { }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group == 0 && me < groups)
    go[me] = turn;
  if (me == 0)
    while (go[group] != turn) { }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

__kernel void sweep(__global int *heat, __global int *next, __global volatile int *come, __global volatile int *go,
                    int n, int sweeps, int turn)
{
  for (int s = 0; s < sweeps; ++s) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      next[i] = (heat[(i + n - 1) % n] + 2 * heat[i] + heat[(i + 1) % n]) / 4;
    all_groups(come, go, turn + 2 * s + 1);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      heat[i] = next[i];
    all_groups(come, go, turn + 2 * s + 2);
  }
}

// The hottest place, by one group of another size.
__kernel void hottest(__global const int *heat, __global int *top, __local int *best, int n)
{
  int me = get_local_id(0), all = get_local_size(0), mine = 0;
  for (int i = me; i < n; i += all)
    mine = max(mine, heat[i]);
  best[me] = mine;
  for (int part = all / 2; part > 0; part /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < part)
      best[me] = max(best[me], best[me + part]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me == 0)
    *top = best[0];
}
