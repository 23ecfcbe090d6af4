// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define P 1000003u
__kernel void square(__global const uint *a, __global const uint *unused, __global uint *out, uint n)
{
    uint r = get_global_id(0), c = get_global_id(1); ulong s = 0;
    for (uint k = 0; k < n; ++k) s += (ulong)a[r * n + k] * a[k * n + c] % P;
    out[r * n + c] = s % P;
}
__kernel void times(__global const uint *a, __global const uint *b, __global uint *out, uint n)
{
    uint r = get_global_id(0), c = get_global_id(1); ulong s = 0;
    for (uint k = 0; k < n; ++k) s += (ulong)a[r * n + k] * b[k * n + c] % P;
    out[r * n + c] = s % P;
}
