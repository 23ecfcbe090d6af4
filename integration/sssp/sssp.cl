// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths as repeated products of the matrix of arc
// lengths with the vector of distances, plus and times being min and plus.
// Row v holds the arcs that end in v.

#define INFINITE 0x7fffffff

__kernel void init_distance(__global int *x, int source, int n) {
  int v = get_global_id(0);
  if (v < n)
    x[v] = v == source ? 0 : INFINITE;
}

// y = min(x, A x)
__kernel void spmv_min_plus(__global const int *row, __global const int *col,
                            __global const int *length, __global const int *x,
                            __global int *y, int n) {
  int v = get_global_id(0);
  if (v < n) {
    int nearest = x[v];
    for (int e = row[v]; e < row[v + 1]; e++) {
      int from = x[col[e]];
      if (from != INFINITE && from + length[e] < nearest)
        nearest = from + length[e];
    }
    y[v] = nearest;
  }
}

__kernel void vector_diff(__global const int *x, __global const int *y,
                          __global int *changed, int n) {
  int v = get_global_id(0);
  if (v < n) {
    if (x[v] != y[v])
      *changed = 1;
  }
}

__kernel void vector_assign(__global int *x, __global const int *y, int n) {
  int v = get_global_id(0);
  if (v < n)
    x[v] = y[v];
}
