// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void rule(__global const uchar *in, __global uchar *out, uint code)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    uint p = in[(i + n - 1) % n] * 4 + in[i] * 2 + in[(i + 1) % n];
    out[i] = code >> p & 1;
}
__kernel void parity(__global const uchar *row, __global uint *sum)
{
    if (row[get_global_id(0)]) atomic_xor(sum, (uint)get_global_id(0));
}
