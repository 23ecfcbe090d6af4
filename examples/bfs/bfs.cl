// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search, one level for each pair of launches.

// Vertices of the frontier reach their neighbours.
__kernel void expand(__global const int *first, __global const int *edges, __global const int *frontier,
                     __global int *next, __global const int *level, int n) {
  int v = get_global_id(0);
  if (v < n && frontier[v])
    for (int e = first[v]; e < first[v + 1]; ++e)
      if (level[edges[e]] < 0)
        next[edges[e]] = 1;
}

// Vertices reached become the new frontier and get their level.
__kernel void settle(__global int *frontier, __global int *next, __global int *level,
                     __global int *found, int depth, int n) {
  int v = get_global_id(0);
  if (v >= n)
    return;
  frontier[v] = next[v];
  if (next[v]) {
    next[v] = 0;
    level[v] = depth;
    *found = 1;
  }
}
