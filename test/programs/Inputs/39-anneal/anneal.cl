// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walkers in a landscape; one kernel for warm, one for cold, one that only compares.
inline uint rnd(uint *s) { *s ^= *s << 13; *s ^= *s >> 17; *s ^= *s << 5; return *s; }
inline float energy(int x) { int d = x - 4711; return (float)(d * d % 1009) + 0.001f * (float)abs(d); }

__kernel void warm(__global int *walker, __global uint *state, uint reach) {
    size_t i = get_global_id(0);
    uint s = state[i];
    walker[i] += (int)(rnd(&s) % (2 * reach + 1)) - (int)reach;
    state[i] = s;
}
__kernel void cold(__global int *walker, __global uint *state, uint reach) {
    size_t i = get_global_id(0);
    uint s = state[i];
    int to = walker[i] + (int)(rnd(&s) % (2 * reach + 1)) - (int)reach;
    if (energy(to) < energy(walker[i])) walker[i] = to;
    state[i] = s;
}
__kernel void lowest(__global const int *walker, __global uint *best_bits) {
    atomic_min(best_bits, as_uint(energy(walker[get_global_id(0)])));
}
