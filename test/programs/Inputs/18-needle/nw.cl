// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BLOCK
#define BLOCK 8
#endif
int maximum(int a, int b, int c) { return max(max(a, b), c); }

/* One anti-diagonal of blocks. trans: how many blocks come before it in block rows. */
void block(__global const int *similarity, __global int *m, int cols, int penalty, int bx, int by,
           __local int *in, __local int *ref)
{
  int t = get_local_id(0);
  int index = cols * BLOCK * by + BLOCK * bx;
  for (int y = 0; y < BLOCK; y++)
    ref[y * BLOCK + t] = similarity[index + cols * (y + 1) + t + 1];
  if (t == 0) in[0] = m[index];
  in[(t + 1) * (BLOCK + 1)] = m[index + cols * (t + 1)];
  in[t + 1] = m[index + t + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < 2 * BLOCK - 1; d++) {
    int x = t + 1, y = d - t + 1;
    if (y >= 1 && y <= BLOCK)
      in[y * (BLOCK + 1) + x] = maximum(in[(y - 1) * (BLOCK + 1) + x - 1] + ref[(y - 1) * BLOCK + x - 1],
                                        in[y * (BLOCK + 1) + x - 1] - penalty, in[(y - 1) * (BLOCK + 1) + x] - penalty);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int y = 0; y < BLOCK; y++)
    m[index + cols * (y + 1) + t + 1] = in[(y + 1) * (BLOCK + 1) + t + 1];
}

__kernel void nw_upper(__global int *similarity, __global int *m, __local int *in, __local int *ref, int cols, int penalty, int blk, int width)
{
  int bx = get_group_id(0), by = blk - 1 - bx;
  block(similarity, m, cols, penalty, bx, by, in, ref);
}

__kernel void nw_lower(__global int *similarity, __global int *m, __local int *in, __local int *ref, int cols, int penalty, int blk, int width)
{
  int bx = get_group_id(0) + width - blk, by = width - get_group_id(0) - 1;
  block(similarity, m, cols, penalty, bx, by, in, ref);
}
