// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minimum labels over a graph's edges, in one launch for each call of the host. The groups
// meet at a sense-reversing barrier: the last one to come lets the others go.

#define FIRST (get_local_id(0) == 0)

static inline void meet(volatile __global uint *count, volatile __global uint *sense)
{
  const uint last = get_global_size(0) / get_local_size(0) - 1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (FIRST) {
    uint before = *sense;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_inc(count) == last) {
      *count = 0;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      *sense = 1 - before;
    } else {
      while (*sense == before) { }
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

kernel void labels(global const uint2 *edge, global uint *label, global uint *changed, volatile global uint *count,
                   volatile global uint *sense, uint edges, uint rounds)
{
  const uint me = get_group_id(0) * get_local_size(0) + get_local_id(0);
  const uint all = get_num_groups(0) * get_local_size(0);
  for (uint round = 0; round < rounds; round++) {
    for (uint e = me; e < edges; e = e + all) {
      const uint2 uv = edge[e];
      const uint a = atomic_min(&label[uv.x], 0xffffffffu), b = atomic_min(&label[uv.y], 0xffffffffu);
      if (a < b)
        atomic_min(&label[uv.y], a);
      else if (b < a)
        atomic_min(&label[uv.x], b);
      if (a != b)
        atomic_or(changed, 1u << (round & 31));
    }
    meet(count, sense);
  }
}
