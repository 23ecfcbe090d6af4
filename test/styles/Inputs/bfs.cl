// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void bfs_expand(__global const int *row, __global const int *col, __global char *frontier,
                         __global char *updating, __global const char *visited, __global int *cost, const int n) {
  int tid = get_global_id(0);
  if (tid < n && frontier[tid]) {
    frontier[tid] = 0;
    for (int e = row[tid]; e < row[tid + 1]; e++) {
      int id = col[e];
      if (!visited[id]) {
        cost[id] = cost[tid] + 1;
        updating[id] = 1;
      }
    }
  }
}
__kernel void bfs_commit(__global char *frontier, __global char *updating, __global char *visited,
                         __global int *over, const int n) {
  int tid = get_global_id(0);
  if (tid < n && updating[tid]) {
    frontier[tid] = 1;
    visited[tid] = 1;
    *over = 1;
    updating[tid] = 0;
  }
}
