// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All-pairs shortest paths after Floyd and Warshall, n x n distances by rows.
// Plain: one step for each intermediate vertex. Blocked: one for each block of
// BLOCK intermediate vertices, in three kernels; n is a multiple of BLOCK.

#define INFINITE 1000000000
#ifndef BLOCK
#define BLOCK 16
#endif

__kernel void fw_step(__global int *dist, int k, int n) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  if (i < n && j < n) {
    int through = dist[i * n + k] + dist[k * n + j];
    if (through < dist[i * n + j])
      dist[i * n + j] = through;
  }
}

// The block on the diagonal.
__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void fw_diagonal(__global int *dist, int b, int n) {
  __local int tile[BLOCK][BLOCK];
  int j = get_local_id(0), i = get_local_id(1);
  int at = (b * BLOCK + i) * n + b * BLOCK + j;
  tile[i][j] = dist[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < BLOCK; k++) {
    int through = tile[i][k] + tile[k][j];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (through < tile[i][j])
      tile[i][j] = through;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  dist[at] = tile[i][j];
}

// The other blocks of row b (second group id 0) and of column b (1).
__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void fw_cross(__global int *dist, int b, int n) {
  __local int middle[BLOCK][BLOCK];
  __local int own[BLOCK][BLOCK];
  int j = get_local_id(0), i = get_local_id(1);
  int other = get_group_id(0);
  int in_row = get_group_id(1) == 0;
  if (other >= b)
    other++;
  int y = in_row ? b : other, x = in_row ? other : b;
  int at = (y * BLOCK + i) * n + x * BLOCK + j;
  middle[i][j] = dist[(b * BLOCK + i) * n + b * BLOCK + j];
  own[i][j] = dist[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < BLOCK; k++) {
    int through = in_row ? middle[i][k] + own[k][j] : own[i][k] + middle[k][j];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (through < own[i][j])
      own[i][j] = through;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  dist[at] = own[i][j];
}

// All blocks outside row and column b.
__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void fw_rest(__global int *dist, int b, int n) {
  __local int left[BLOCK][BLOCK];
  __local int above[BLOCK][BLOCK];
  int j = get_local_id(0), i = get_local_id(1);
  int x = get_group_id(0), y = get_group_id(1);
  x += x >= b;
  y += y >= b;
  left[i][j] = dist[(y * BLOCK + i) * n + b * BLOCK + j];
  above[i][j] = dist[(b * BLOCK + i) * n + x * BLOCK + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  int at = (y * BLOCK + i) * n + x * BLOCK + j;
  int best = dist[at];
  for (int k = 0; k < BLOCK; k++)
    best = min(best, left[i][k] + above[k][j]);
  dist[at] = best;
}
