// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cyclic reduction of a tridiagonal system: rows (a, b, c, d) as float4.
__kernel void forward_step(__global float4 *row, int n, int stride)
{
   int i = (get_global_id(0) + 1) * 2 * stride - 1;
   if (i >= n) return;
   float4 m = row[i], lo = row[i - stride];
   float k1 = m.x / lo.y;
   float4 r = (float4)(-lo.x * k1, m.y - lo.z * k1, 0.0f, m.w - lo.w * k1);
   if (i + stride < n) {
      float4 hi = row[i + stride];
      float k2 = m.z / hi.y;
      r.y -= hi.x * k2;
      r.z = -hi.z * k2;
      r.w -= hi.w * k2;
   }
   row[i] = r;
}

__kernel void backward_step(__global const float4 *row, __global float *x, int n, int stride)
{
   int i = get_global_id(0) * 2 * stride + stride - 1;
   if (i >= n) return;
   float4 m = row[i];
   float s = m.w;
   if (i - stride >= 0) s -= m.x * x[i - stride];
   if (i + stride < n) s -= m.z * x[i + stride];
   x[i] = s / m.y;
}
