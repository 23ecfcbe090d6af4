// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths with two work lists, as one kernel. The work-groups meet at a
// sense-reversing barrier: the last one to come turns the sense, for which the others wait.
// What one group writes and another reads is volatile or atomic.

inline void all_groups(volatile __global int *come, volatile __global int *sense) {
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    const int was = *sense;
    if (atomic_add(come, 1) + 1 == get_num_groups(0)) {
      atomic_xchg(come, 0);
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(sense, !was);
    } else {
      while (atomic_or(sense, 0) == was)
        ;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// `lists` holds both lists, n places each; `count` three lengths, of the rounds modulo 3. `stamp`
// holds the round in which a vertex last entered a list, so that none enters twice.
__kernel void paths(__global const int *row, __global const int *col, __global const int *length,
                    volatile __global int *distance, volatile __global int *stamp,
                    volatile __global int *lists, volatile __global int *count, volatile __global int *come,
                    volatile __global int *sense, __global int *rounds, int n) {
  __local int size;
  const int me = get_group_id(0) * get_local_size(0) + get_local_id(0);
  const int all = get_num_groups(0) * get_local_size(0);
  for (int round = 0;; round++) {
    if (get_local_id(0) == 0)
      size = count[round % 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (size == 0) {
      *rounds = round;
      break;
    }
    for (int i = me; i < size; i += all) {
      const int v = lists[(round & 1) * n + i];
      const int own = atomic_add(&distance[v], 0);
      for (int e = row[v], end = row[v + 1]; e < end; e++) {
        const int w = col[e], through = own + length[e];
        if (atomic_min(&distance[w], through) > through && atomic_xchg(&stamp[w], round) != round)
          lists[(~round & 1) * n + atomic_inc(&count[(round + 1) % 3])] = w;
      }
    }
    if (get_global_id(0) == 0)
      count[(round + 2) % 3] = 0;
    all_groups(come, sense);
  }
}
