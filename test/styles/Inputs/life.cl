// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void generation(global const uchar *now, global uchar *then, uint w, uint h, global uint *alive) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  uint n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy)
        n += now[((y + h + dy) % h) * w + (x + w + dx) % w];
  uchar next = n == 3 || (n == 2 && now[y * w + x]);
  then[y * w + x] = next;
  if (next)
    atomic_inc(alive);
}
