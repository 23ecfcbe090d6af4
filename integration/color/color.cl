// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph colouring by the largest key: in each round the uncoloured vertices
// whose key exceeds that of all uncoloured neighbours take the round's colour.
// Equal keys are told apart by the vertex number.

#define NO_COLOR (-1)
#define NOBODY (-1)

bool ahead(__global const int *key, int a, int b) {
  return key[a] > key[b] || (key[a] == key[b] && a > b);
}

// The uncoloured neighbour with the largest key.
__kernel void largest_neighbour(__global const int *row, __global const int *col,
                                __global const int *key,
                                __global const int *color,
                                __global int *largest, __global int *uncolored,
                                int n) {
  int v = get_global_id(0);
  if (v >= n)
    return;
  if (color[v] != NO_COLOR)
    return;
  *uncolored = 1;
  int best = NOBODY;
  for (int e = row[v]; e < row[v + 1]; e++) {
    int u = col[e];
    if (color[u] == NO_COLOR && (best == NOBODY || ahead(key, u, best)))
      best = u;
  }
  largest[v] = best;
}

// Vertices ahead of their neighbours take the colour of this round.
__kernel void take_color(__global const int *key, __global const int *largest,
                         __global int *color, int round, int n) {
  int v = get_global_id(0);
  if (v < n && color[v] == NO_COLOR) {
    int rival = largest[v];
    if (rival == NOBODY || ahead(key, v, rival))
      color[v] = round;
  }
}
