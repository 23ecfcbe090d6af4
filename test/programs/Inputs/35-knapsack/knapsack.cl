// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void item(__global const uint *restrict best, __global uint *restrict next, __global uchar *taken, uint weight, uint value, uint row)
{
    uint c = get_global_id(0), capacity = get_global_size(0);
    uint skip = best[c], take = c >= weight ? best[c - weight] + value : 0;
    next[c] = max(skip, take);
    taken[row * capacity + c] = take > skip;
}
