// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One radix-2 Stockham pass, from the well-known "OpenCL FFT in 20 lines".
float2 mul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 exp_alpha(float alpha) { float cs, sn; sn = sincos(alpha, &cs); return (float2)(cs, sn); }
__kernel void fftRadix2Kernel(__global const float2 *x, __global float2 *y, int p)
{
  int i = get_global_id(0);
  int t = get_global_size(0);
  int k = i & (p - 1);
  x += i;
  y += (i << 1) - k;
  float alpha = -M_PI_F * (float)k / (float)p;
  float2 u0 = x[0];
  float2 u1 = mul(exp_alpha(alpha), x[t]);
  float2 tmp = u0 - u1;
  u0 += u1;
  u1 = tmp;
  y[0] = u0;
  y[p] = u1;
}
