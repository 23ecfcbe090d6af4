// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void grow(__global uchar *cell, __global const uchar *old, __global uint *alive) {
  size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0) + get_global_offset(0) + 1;
  uint n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy)
        n += old[(y + dy) * w + x + dx];
  uchar now = n == 3 || (n == 2 && old[y * w + x]);
  cell[y * w + x] = now;
  if (now)
    atomic_inc(alive);
}
