// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths as min-plus products with a matrix in ELL layout:
// every row has `width` places, stored column after column so that neighbouring
// work-items read neighbouring words. Unused places hold EMPTY.

#define EMPTY UINT_MAX
#define FAR UINT_MAX

kernel void min_plus(global const uint *column, global const uint *length, global const uint *from,
                     global uint *to, const uint width, const uint n) {
  for (uint v = get_global_id(0); v < n; v += get_global_size(0)) {
    uint nearest = from[v];
    for (uint place = 0; place < width; ++place) {
      const uint u = column[place * n + v];
      if (u == EMPTY)
        break;
      const uint head = from[u];
      if (head != FAR)
        nearest = min(nearest, head + length[place * n + v]);
    }
    to[v] = nearest;
  }
}

kernel void compare(global const uint *from, global const uint *to, global uchar *differs,
                    const uint n) {
  for (uint v = get_global_id(0); v < n; v += get_global_size(0))
    if (from[v] != to[v])
      *differs = true;
}
