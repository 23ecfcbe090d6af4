// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void peel(__global const int *row, __global const int *col, __global int *degree, __global int *core, int n, int k, __global uint *removed)
{
    int v = get_global_id(0) + get_global_size(0) * get_global_id(1);
    if (v >= n || core[v] >= 0 || degree[v] > k) return;
    core[v] = k;
    for (int e = row[v]; e < row[v + 1]; e++) atomic_dec(&degree[col[e]]);
    atomic_inc(removed);
}
