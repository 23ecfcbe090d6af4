// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search as one kernel. Between levels the work-groups meet at a counter
// that only grows, which ends only if the device runs all of them at the same time.
// What one group writes and another reads is volatile: OpenCL 1.2 has no other way to
// keep a group from an old copy.

#define UNREACHED 0x7fffffff

void global_barrier(volatile __global int *arrived, int goal) {
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_inc(arrived);
    while (atomic_or(arrived, 0) < goal)
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

// `deepest` becomes the number of the last level that has vertices.
__kernel void search(__global const int *row, __global const int *col, volatile __global int *depth,
                     volatile __global int *deepest, volatile __global int *arrived, int n) {
  const int groups = get_num_groups(0);
  int goal = 0;
  for (int level = 0;; level++) {
    int found = 0;
    for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
      if (depth[v] != level)
        continue;
      for (int e = row[v]; e < row[v + 1]; e++)
        if (atomic_min(&depth[col[e]], level + 1) == UNREACHED)
          found = 1;
    }
    if (found)
      *deepest = level + 1;
    goal += groups;
    global_barrier(arrived, goal);
    const int last = *deepest == level;
    goal += groups;
    global_barrier(arrived, goal);
    if (last)
      break;
  }
}
