// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Betweenness centrality after Brandes. For each source: a breadth-first search
// that counts shortest paths and notes predecessors in a matrix, then the
// dependencies from the farthest level back to the source.

#define UNSEEN (-1)

__kernel void clear_vertices(__global int *dist, __global int *paths,
                             __global float *delta, int source, int n) {
  int v = get_global_id(0);
  if (v >= n)
    return;
  dist[v] = v == source ? 0 : UNSEEN;
  paths[v] = v == source ? 1 : 0;
  delta[v] = 0.0f;
}

__kernel void clear_matrix(__global int *pred, int n) {
  int column = get_global_id(0), line = get_global_id(1);
  if (column < n && line < n)
    pred[line * n + column] = 0;
}

// From the vertices of one level to the next one.
__kernel void expand(__global const int *row, __global const int *col,
                     __global int *dist, __global int *paths,
                     __global int *pred, __global int *more, int level, int n) {
  int v = get_global_id(0);
  if (v < n && dist[v] == level) {
    for (int e = row[v]; e < row[v + 1]; e++) {
      int w = col[e];
      int known = dist[w];
      if (known == UNSEEN) {
        known = atomic_cmpxchg(&dist[w], UNSEEN, level + 1);
        if (known == UNSEEN)
          *more = 1;
      }
      if (known == UNSEEN || known == level + 1) {
        pred[w * n + v] = 1;
        atomic_add(&paths[w], paths[v]);
      }
    }
  }
}

// What the vertices of one level contribute, through those they precede.
__kernel void collect(__global const int *row, __global const int *col,
                      __global const int *dist, __global const int *paths,
                      __global const int *pred, __global float *delta,
                      int level, int n) {
  int v = get_global_id(0);
  if (v < n && dist[v] == level) {
    float sum = 0.0f;
    for (int e = row[v]; e < row[v + 1]; e++) {
      int w = col[e];
      if (pred[w * n + v])
        sum += (float)paths[v] / (float)paths[w] * (1.0f + delta[w]);
    }
    delta[v] = sum;
  }
}

__kernel void add_up(__global const int *dist, __global const float *delta,
                     __global float *centrality, int source, int n) {
  int v = get_global_id(0);
  if (v < n && v != source && dist[v] != UNSEEN)
    centrality[v] += delta[v];
}
