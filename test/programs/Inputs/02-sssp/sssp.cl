// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min-plus product of the distance vector with a CSR matrix
__kernel void minplus(const int rows, __global const int *row, __global const int *col,
                      __global const int *weight, __global const int *x, __global int *y)
{
  const int r = get_global_id(0);
  if (r < rows) {
    int best = x[r];
    for (int e = row[r]; e < row[r + 1]; ++e)
      best = min(best, x[col[e]] + weight[e]);
    y[r] = best;
  }
}

__kernel void differs(__global const int *a, __global const int *b, __global int *stop, const int rows)
{
  const int r = get_global_id(0);
  if (r >= rows)
    return;
  if (a[r] != b[r])
    *stop = 1;
}
