// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void row_step(__global const int *wall, __global const int *from, __global int *to, int cols, int start, int count, int halo,
                       __local int *prev, __local int *result)
{
    int tx = get_local_id(0), bs = get_local_size(0);
    int x = (int)get_group_id(0) * (bs - 2 * halo) - halo + tx;
    bool inside = x >= 0 && x < cols;
    if (inside) prev[tx] = from[x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < count; i++) {
        bool mine = inside && tx > i && tx < bs - 1 - i;
        if (mine) {
            int best = prev[tx];
            if (x > 0) best = min(best, prev[tx - 1]);
            if (x < cols - 1) best = min(best, prev[tx + 1]);
            result[tx] = best + wall[(start + i) * cols + x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine) prev[tx] = result[tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (inside && tx >= halo && tx < bs - halo) to[x] = prev[tx];
}
