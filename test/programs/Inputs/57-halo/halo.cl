// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heaviest way through rows of weights. Each work-group has a strip of the columns and goes down the rows
// by itself; only neighbours wait for each other, at most so long.
#define PATIENCE (1 << 30)

int has_done(volatile __global int *done, int strip, int row)
{
  return atomic_add(&done[strip], 0) >= row;
}

void wait_for(volatile __global int *done, int strip, int row, __global int *lost)
{
  for (int polls = 0; !has_done(done, strip, row); ++polls)
    if (polls == PATIENCE) {
      *lost = row;
      break;
    }
}

__kernel void descend(__global const int *weight, __global int *best, volatile __global int *done, __global int *lost,
                      int width, int from, int to)
{
  int strip = get_group_id(1), strips = get_num_groups(1), me = get_local_id(0), all = get_local_size(0);
  int left = width * strip / strips, right = width * (strip + 1) / strips;
  for (int row = from; row < to; ++row) {
    if (me == 0) {
      if (strip > 0)
        wait_for(done, strip - 1, row, lost);
      if (strip + 1 < strips)
        wait_for(done, strip + 1, row, lost);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int c = left + me; c < right; c += all) {
      __global volatile int *above = best + (row - 1) * width;
      int most = above[c];
      if (c > 0)
        most = max(most, above[c - 1]);
      if (c + 1 < width)
        most = max(most, above[c + 1]);
      best[row * width + c] = most + weight[row * width + c];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (me == 0)
      atomic_xchg(&done[strip], row + 1);
  }
}
