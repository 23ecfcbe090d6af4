// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph colouring with two colours a round: uncoloured vertices whose key is
// above that of all uncoloured neighbours take one, those below all the other.
// Equal keys are told apart by the vertex number.

#define NONE (-1)

inline int before(int key_a, int a, int key_b, int b) {
  return key_a < key_b || (key_a == key_b && a < b);
}

__kernel void extremes(__global const int *restrict row, __global const int *restrict col,
                       __global const int *restrict key, __global const int *restrict color,
                       __global int2 *restrict rivals, __global int *restrict again, uint n) {
  size_t v = get_global_id(0);
  if (v >= n || color[v] != NONE)
    return;
  again[0] = 1;
  int2 found = (int2)(NONE, NONE); // smallest, largest
  for (int e = row[v]; e != row[v + 1]; ++e) {
    int u = col[e];
    if (color[u] == NONE) {
      if (found.x == NONE || before(key[u], u, key[found.x], found.x))
        found.x = u;
      if (found.y == NONE || before(key[found.y], found.y, key[u], u))
        found.y = u;
    }
  }
  rivals[v] = found;
}

__kernel void paint(__global const int *restrict key, __global const int2 *restrict rivals,
                    __global int *restrict color, int first, uint n) {
  size_t v = get_global_id(0);
  if (v >= n || color[v] != NONE)
    return;
  int2 found = rivals[v];
  if (found.y == NONE || before(key[found.y], found.y, key[v], (int)v))
    color[v] = first;
  else if (before(key[v], (int)v, key[found.x], found.x))
    color[v] = first + 1;
}
