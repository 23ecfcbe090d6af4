// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breadth-first search in one launch. Between levels all work-groups meet at a counter
// that only grows.

void everybody(__global volatile int *arrived, int goal)
{
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_inc(arrived);
    while (atomic_add(arrived, 0) < goal)
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}

__kernel void search(__global const int *row, __global const int *col, __global int *level, __global int *deepest,
                     __global volatile int *arrived, int n)
{
  int goal = 0;
  for (int depth = 0;; ++depth) {
    int found = 0;
    for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
      if (level[v] != depth)
        continue;
      for (int e = row[v]; e < row[v + 1]; ++e)
        if (level[col[e]] < 0) {
          level[col[e]] = depth + 1;
          found = 1;
        }
    }
    if (found)
      *deepest = depth + 1;
    goal += get_num_groups(0);
    everybody(arrived, goal);
    if (*deepest == depth)
      break;
    goal += get_num_groups(0);
    everybody(arrived, goal);
  }
}
