// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void life(global const int *in, global int *out, int w, int h, global int *changed) {
  const int x = get_global_id(0), y = get_global_id(1);
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) n += in[((y + dy + h) % h) * w + (x + dx + w) % w];
  int old = in[y * w + x], now = n == 3 || (old && n == 2);
  out[y * w + x] = now;
  if (now != old) *changed = 1;
}
