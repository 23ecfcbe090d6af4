// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BS
#define BS 8
#endif

__kernel void lud_diagonal(__global float *m, int n, int off)
{
  __local float a[BS][BS];
  int t = get_local_id(0);
  for (int i = 0; i < BS; i++)
    a[i][t] = m[(off + i) * n + off + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < BS - 1; k++) {
    if (t > k) {
      a[t][k] /= a[k][k];
      for (int j = k + 1; j < BS; j++)
        a[t][j] -= a[t][k] * a[k][j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < BS; i++)
    m[(off + i) * n + off + t] = a[i][t];
}

__kernel void lud_perimeter(__global float *m, int n, int off)
{
  __local float dia[BS][BS];
  int t = get_local_id(0), half_id = t % BS;
  int blk = get_group_id(0) + 1;
  if (t < BS)
    for (int i = 0; i < BS; i++)
      dia[i][t] = m[(off + i) * n + off + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < BS) {            // a column of the row block
    int col = off + blk * BS + half_id;
    for (int i = 1; i < BS; i++)
      for (int k = 0; k < i; k++)
        m[(off + i) * n + col] -= dia[i][k] * m[(off + k) * n + col];
  } else {                 // a row of the column block
    int row = off + blk * BS + half_id;
    for (int j = 0; j < BS; j++) {
      for (int k = 0; k < j; k++)
        m[row * n + off + j] -= m[row * n + off + k] * dia[k][j];
      m[row * n + off + j] /= dia[j][j];
    }
  }
}

__kernel void lud_internal(__global float *m, int n, int off)
{
  __local float row[BS][BS];
  __local float col[BS][BS];
  int x = get_local_id(0), y = get_local_id(1);
  int gr = off + (get_group_id(1) + 1) * BS, gc = off + (get_group_id(0) + 1) * BS;
  row[y][x] = m[(off + y) * n + gc + x];
  col[y][x] = m[(gr + y) * n + off + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int k = 0; k < BS; k++)
    s += col[y][k] * row[k][x];
  m[(gr + y) * n + gc + x] -= s;
}
