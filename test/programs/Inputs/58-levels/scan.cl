// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void block_scan(__global int *data, __global int *sums, int n, __local int *tmp) {
    int g = get_global_id(0), l = get_local_id(0), L = get_local_size(0);
    tmp[l] = g < n ? data[g] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < L; d <<= 1) {
        int v = l >= d ? tmp[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[l] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (g < n) data[g] = tmp[l];
    if (l == L - 1) sums[get_group_id(0)] = tmp[l];
}
__kernel void add_base(__global int *data, __global const int *sums, int n) {
    int g = get_global_id(0) + get_local_size(0);
    if (g < n) data[g] += sums[g / get_local_size(0) - 1];
}
