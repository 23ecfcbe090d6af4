// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks of a linked list's elements by pointer jumping. The barrier after Xiao and Feng stands in the kernel itself,
// between two arrays of flags: all come with the number of the round, group 0 answers.

kernel void jump(global const uint *first, global uint *next, global uint *rank, global uint *next2,
                 global uint *rank2, volatile global uint *in, volatile global uint *out, uint start, uint n, uint goal)
{
  const uint tid = get_local_id(0), bid = get_group_id(0), groups = get_num_groups(0);
  first += start, next += start, rank += start, next2 += start, rank2 += start;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    next[i] = first[i], rank[i] = first[i] != i;
  barrier(CLK_GLOBAL_MEM_FENCE); // the first item of a group comes for all of them
  for (uint reach = 1; reach < n; reach *= 2) {
    global uint *from = next, *count = rank;
    goal++;
    if (tid == 0)
      in[bid] = goal;
    if (bid == 0 && tid < groups)
      while (in[tid] != goal) {
      }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (bid == 0 && tid < groups)
      out[tid] = goal;
    if (tid == 0)
      while (out[bid] != goal) {
      }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
      next2[i] = from[from[i]];
      rank2[i] = count[i] + count[from[i]];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    next = next2, rank = rank2;
    next2 = from, rank2 = count;
  }
}
