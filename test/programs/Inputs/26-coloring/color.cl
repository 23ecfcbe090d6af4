// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_types.h"
#define BIG 99999999

__kernel void color1(__global int *row, __global int *col, __global int *node_value, __global int *color_array,
                     __global int *stop, __global int *max_d, const int color, CSR g)
{
  int tid = get_global_id(0);
  if (tid >= g.nodes) return;
  if (color_array[tid] == -1) {
    int start = row[tid];
    int end = tid + 1 < g.nodes ? row[tid + 1] : g.edges;
    int maximum = -1;
    for (int e = start; e < end; e++)
      if (color_array[col[e]] == -1 && start != end - 1) {
        *stop = 1;
        if (node_value[col[e]] > maximum) maximum = node_value[col[e]];
      }
    max_d[tid] = maximum;
  }
}

__kernel void color2(__global int *node_value, __global int *color_array, __global int *max_d, const int color, CSR g)
{
  int tid = get_global_id(0);
  if (tid < g.nodes)
    if (color_array[tid] == -1 && node_value[tid] >= max_d[tid])
      color_array[tid] = color;
}
