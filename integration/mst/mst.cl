// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forest after Boruvka. In each round every component finds its
// lightest edge to another one (of equally long edges the one with the smallest
// number), takes it into the forest, and components that an edge joins become
// one: by pointer jumping over the component each one joined.

#define NO_EDGE 0x7fffffff

__kernel void init(__global int *component, __global int *in_forest, int n, int m) {
  int i = get_global_id(0);
  if (i < n)
    component[i] = i;
  if (i < m)
    in_forest[i] = 0;
}

__kernel void clear_best(__global int *best_length, __global int *best_edge, int n) {
  int v = get_global_id(0);
  if (v < n) {
    best_length[v] = NO_EDGE;
    best_edge[v] = NO_EDGE;
  }
}

// The length of the lightest edge that leaves each component.
__kernel void lightest(__global const int *row, __global const int *col,
                       __global const int *length, __global const int *component,
                       __global int *best_length, int n) {
  int v = get_global_id(0);
  if (v >= n)
    return;
  int own = component[v], least = NO_EDGE;
  for (int e = row[v]; e < row[v + 1]; e++)
    if (component[col[e]] != own)
      least = min(least, length[e]);
  if (least != NO_EDGE)
    atomic_min(&best_length[own], least);
}

// Of the edges of that length the one with the smallest number.
__kernel void elect(__global const int *row, __global const int *col,
                    __global const int *length, __global const int *number,
                    __global const int *component, __global const int *best_length,
                    __global int *best_edge, int n) {
  int v = get_global_id(0);
  if (v >= n)
    return;
  int own = component[v];
  for (int e = row[v]; e < row[v + 1]; e++)
    if (component[col[e]] != own && length[e] == best_length[own])
      atomic_min(&best_edge[own], number[e]);
}

// Each component joins the one at the other end of its edge; of two that chose
// the same edge the one with the smaller number stays.
__kernel void join(__global const int *end_a, __global const int *end_b,
                   __global const int *component, __global const int *best_edge,
                   __global int *parent, __global int *in_forest,
                   __global int *joined, int n) {
  int c = get_global_id(0);
  if (c >= n)
    return;
  int edge = best_edge[c];
  int next = c;
  if (edge != NO_EDGE) {
    int a = component[end_a[edge]], b = component[end_b[edge]];
    int other = a == c ? b : a;
    if (best_edge[other] != edge || c > other)
      next = other;
    in_forest[edge] = 1;
    *joined = 1;
  }
  parent[c] = next;
}

__kernel void jump(__global const int *parent, __global int *shorter,
                   __global int *moved, int n) {
  int c = get_global_id(0);
  if (c < n) {
    int p = parent[c], q = parent[p];
    shorter[c] = q;
    if (p != q)
      *moved = 1;
  }
}

__kernel void rename(__global int *component, __global const int *parent, int n) {
  int v = get_global_id(0);
  if (v < n)
    component[v] = parent[component[v]];
}
