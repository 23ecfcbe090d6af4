// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define B BLOCK_SIZE
__kernel void hotspot(int iteration, __global float *power, __global float *src, __global float *dst, int cols, int rows,
                      int border, float cap, float rx, float ry, float rz)
{
  __local float t[B][B], p[B][B], next[B][B];
  const float amb = 80.0f;
  int tx = get_local_id(0), ty = get_local_id(1);
  int small = B - iteration * 2;
  int blkY = small * (int)get_group_id(1) - border, blkX = small * (int)get_group_id(0) - border;
  int y = blkY + ty, x = blkX + tx;
  if (IN_RANGE(y, 0, rows - 1) && IN_RANGE(x, 0, cols - 1)) {
    t[ty][tx] = src[cols * y + x];
    p[ty][tx] = power[cols * y + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int y0 = blkY < 0 ? -blkY : 0, y1 = blkY + B - 1 > rows - 1 ? B - 1 - (blkY + B - 1 - rows + 1) : B - 1;
  int x0 = blkX < 0 ? -blkX : 0, x1 = blkX + B - 1 > cols - 1 ? B - 1 - (blkX + B - 1 - cols + 1) : B - 1;
  int N = max(ty - 1, y0), S = min(ty + 1, y1), W = max(tx - 1, x0), E = min(tx + 1, x1);
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, B - i - 2) && IN_RANGE(ty, i + 1, B - i - 2) && IN_RANGE(tx, x0, x1) && IN_RANGE(ty, y0, y1)) {
      computed = true;
      next[ty][tx] = t[ty][tx] + cap * (p[ty][tx] + (t[S][tx] + t[N][tx] - 2.0f * t[ty][tx]) * ry +
                                        (t[ty][E] + t[ty][W] - 2.0f * t[ty][tx]) * rx + (amb - t[ty][tx]) * rz);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iteration - 1)
      break;
    if (computed)
      t[ty][tx] = next[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed)
    dst[cols * y + x] = next[ty][tx];
}
