// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BLOCK 64
inline void exchange(__local uint *a, __local uint *b, bool up)
{
    if ((*a > *b) == up) { uint t = *a; *a = *b; *b = t; }
}

// Everything that fits into one block of 2 * BLOCK keys.
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void sort_local(__global uint *keys)
{
    __local uint tile[2 * BLOCK];
    const uint l = get_local_id(0);
    const uint base = get_group_id(0) * 2 * BLOCK;
    tile[l] = keys[base + l];
    tile[l + BLOCK] = keys[base + l + BLOCK];
    for (uint k = 2; k <= 2 * BLOCK; k <<= 1)
        for (uint j = k >> 1; j > 0; j >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint i = 2 * l - (l & (j - 1));
            exchange(&tile[i], &tile[i + j], ((base + i) & k) == 0);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[base + l] = tile[l];
    keys[base + l + BLOCK] = tile[l + BLOCK];
}

__kernel void merge_global(__global uint *keys, uint k, uint j)
{
    uint t = get_global_id(0);
    uint i = 2 * t - (t & (j - 1));
    uint a = keys[i], b = keys[i + j];
    bool up = (i & k) == 0;
    if ((a > b) == up) { keys[i] = b; keys[i + j] = a; }
}

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void merge_local(__global uint *keys, uint k)
{
    __local uint tile[2 * BLOCK];
    const uint l = get_local_id(0);
    const uint base = get_group_id(0) * 2 * BLOCK;
    tile[l] = keys[base + l];
    tile[l + BLOCK] = keys[base + l + BLOCK];
    for (uint j = BLOCK; j > 0; j >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint i = 2 * l - (l & (j - 1));
        exchange(&tile[i], &tile[i + j], ((base + i) & k) == 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[base + l] = tile[l];
    keys[base + l + BLOCK] = tile[l + BLOCK];
}
