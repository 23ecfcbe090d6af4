// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
ulong next(ulong *s) {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}
__kernel void darts(__global uint *hits, ulong seed, uint per) {
    ulong s = seed + (get_global_id(0) + 1) * 0x9E3779B97F4A7C15UL;
    uint h = 0;
    for (uint i = 0; i < per; i++) {
        float x = (float)(next(&s) >> 40) / 16777216.0f, y = (float)(next(&s) >> 40) / 16777216.0f;
        if (x * x + y * y < 1.0f) h++;
    }
    atomic_add(hits, h);
}
