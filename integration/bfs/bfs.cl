// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search in two forms: every vertex looks whether it belongs to
// the level, or a list holds the vertices of the level.

#define UNREACHED 0x7fffffff

__kernel void visit_level(__global const int *row, __global const int *col, __global int *depth,
                          __global int *changed, int level, int n) {
  int v = get_global_id(0);
  if (v >= n || depth[v] != level)
    return;
  for (int e = row[v]; e < row[v + 1]; e++) {
    int w = col[e];
    if (atomic_min(&depth[w], level + 1) == UNREACHED)
      *changed = 1;
  }
}

// One work-item for each vertex of `list`; those it reaches first go to `next`.
__kernel void visit_list(__global const int *row, __global const int *col, __global int *depth,
                         __global const int *list, int count, __global int *next,
                         __global int *next_count, int level) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  int v = list[i];
  for (int e = row[v], end = row[v + 1]; e < end; e++) {
    int w = col[e];
    if (depth[w] == UNREACHED && atomic_cmpxchg(&depth[w], UNREACHED, level + 1) == UNREACHED)
      next[atomic_inc(next_count)] = w;
  }
}
