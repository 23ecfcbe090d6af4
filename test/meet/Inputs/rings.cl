// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on a ring in whole numbers. `smooth` makes several sweeps in one launch with its own barrier, told the number
// of groups; `settle` needs whole groups of another size and another number of them; `top` has no barrier.

void wait_all(volatile __global int *state, int groups)
{
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int old, goal;
    old = atomic_inc(&state[1]);
    goal = (old / groups + 1) * groups;
    do {
      mem_fence(CLK_GLOBAL_MEM_FENCE);
    } while (state[1] < goal);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

void by_turns(volatile __global int *come, volatile __global int *turn)
{
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (!get_local_id(0)) {
    int now = turn[1];
    if (atomic_inc(&come[0]) == get_num_groups(0) - 1) {
      come[0] = 0;
      turn[1] = now + 1;
    }
    while (turn[1] == now)
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

__kernel void smooth(__global int *heat, __global int *next, volatile __global int *state, int n, int sweeps, int groups)
{
  for (int s = 0; s < sweeps; ++s) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      next[i] = (heat[(i + n - 1) % n] + 2 * heat[i] + heat[(i + 1) % n]) / 4;
    wait_all(state, groups);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      heat[i] = next[i];
    wait_all(state, groups);
  }
}

// Sums of strips, one for each group, which then takes away what is above the mean of all.
__kernel void settle(__global int *heat, __global int *sum, volatile __global int *come, volatile __global int *turn,
                     __local int *part, int n)
{
  int me = get_local_id(0), size = get_local_size(0), strip = get_group_id(0), strips = get_num_groups(0);
  int from = (long)n * strip / strips, to = (long)n * (strip + 1) / strips, mine = 0, all = 0;
  for (int i = from + me; i < to; i += size)
    mine += heat[i];
  part[me] = mine;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < step)
      part[me] += part[me + step];
  }
  if (me == 0)
    sum[strip] = part[0];
  by_turns(come, turn);
  for (int g = 0; g < strips; ++g)
    all += sum[g];
  for (int i = from + me; i < to; i += size)
    if (heat[i] > 2 * (all / n))
      heat[i] -= 1 + heat[i] % 3;
}

__kernel void top(__global const int *heat, __global int *hot, int n)
{
  int i = get_global_id(0);
  if (i < n)
    atomic_max(hot, heat[i]);
}
