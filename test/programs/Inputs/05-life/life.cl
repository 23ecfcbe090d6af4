// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* the world is a torus: width = get_global_size(0), height = get_global_size(1) */
__kernel void nextGen(__global uchar* in, __global uchar* out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int w = get_global_size(0);
  int h = get_global_size(1);
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0)
        n += in[((y + dy + h) % h) * w + (x + dx + w) % w];
  out[y * w + x] = (n == 3 || (n == 2 && in[y * w + x])) ? 1 : 0;
}
