// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in a plate: one kernel smooths, one cools the rim of a block of it, one looks whether any cell is still hot.
__kernel void smooth(__global const int *from, __global int *to, int width) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1), i = y * width + x;
  int l = x ? from[i - 1] : 0, r = x + 1 < w ? from[i + 1] : 0, u = y ? from[i - width] : 0, d = y + 1 < h ? from[i + width] : 0;
  to[i] = (4 * from[i] + l + r + u + d) / 8;
}
__kernel void cool(__global int *cells, int width, int by, __local int *most) {
  int i = get_global_id(1) * width + get_global_id(0), l = get_local_id(0);
  most[l] = cells[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = most[l ? l - 1 : 0];
  cells[i] -= min(by, max(0, left));
}
__kernel void hot(__global const int *cells, __global int *flag, int limit) {
  if (cells[get_global_id(0)] > limit)
    flag[0] = 1;
}
