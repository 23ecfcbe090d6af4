// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define AT(a, r, c) (a)[(r) * width + (c)]

__kernel void relax(__global const float *from, __global float *to, int width, int height)
{
    int c = get_global_id(0) + 1;
    int r = get_global_id(1) + 1;
    if (c < width - 1 && r < height - 1)
        AT(to, r, c) = 0.25f * (AT(from, r - 1, c) + AT(from, r + 1, c) + AT(from, r, c - 1) + AT(from, r, c + 1));
}
