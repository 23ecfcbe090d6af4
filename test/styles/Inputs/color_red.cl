// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef W
#define W 32
#endif
/* red-black Gauss-Seidel on a torus-free plate of W columns */
__kernel void sor(__global float *u, __global const float *f, int h, int colour, float omega, __global uint *worst)
{
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
    if (x >= W - 1 || y >= h - 1 || ((x + y) & 1) != colour) return;
    int i = mad24(y, W, x);
    float r = 0.25f * (u[i - 1] + u[i + 1] + u[i - W] + u[i + W] - f[i]) - u[i];
    u[i] += omega * r;
    atomic_max(worst, as_uint(fabs(r))); // order of floats >= 0 is that of their bits
}
