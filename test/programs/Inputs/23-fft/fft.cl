// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One Stockham pass for each radix.
float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 twiddle(int k, int n) { float a = -2.0f * M_PI_F * (float)k / (float)n; return (float2)(cos(a), sin(a)); }

__kernel void fft_radix2(__global const float2 *x, __global float2 *y, int n, int p)
{
    int i = get_global_id(0), t = n / 2, k = i & (p - 1);
    float2 a = x[i], b = cmul(twiddle(k, 2 * p), x[i + t]);
    int j = ((i - k) << 1) + k;
    y[j] = a + b;
    y[j + p] = a - b;
}

__kernel void fft_radix4(__global const float2 *x, __global float2 *y, int n, int p)
{
    int i = get_global_id(0), t = n / 4, k = i & (p - 1);
    float2 a = x[i], b = cmul(twiddle(k, 4 * p), x[i + t]);
    float2 c = cmul(twiddle(2 * k, 4 * p), x[i + 2 * t]), d = cmul(twiddle(3 * k, 4 * p), x[i + 3 * t]);
    float2 s = a + c, u = a - c, v = b + d, w = (float2)(b.y - d.y, d.x - b.x);
    int j = ((i - k) << 2) + k;
    y[j] = s + v;
    y[j + p] = u + w;
    y[j + 2 * p] = s - v;
    y[j + 3 * p] = u - w;
}
