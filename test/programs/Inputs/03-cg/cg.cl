// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients on the 5-point Laplacian of an nx x ny grid.

kernel void apply(global const float *restrict p, global float *restrict w, int nx, int ny)
{
   int x = get_global_id(0), y = get_global_id(1);
   if (x >= nx || y >= ny) return;
   float s = 4.0f * p[y * nx + x];
   if (x > 0)      s -= p[y * nx + x - 1];
   if (x < nx - 1) s -= p[y * nx + x + 1];
   if (y > 0)      s -= p[(y - 1) * nx + x];
   if (y < ny - 1) s -= p[(y + 1) * nx + x];
   w[y * nx + x] = s;
}

// One work-group; leaves the sum in out[0].
kernel void dot_single(global const float *a, global const float *b, global float *out, int n, local float *s)
{
   int l = get_local_id(0), size = get_local_size(0);
   float acc = 0.0f;
   for (int i = l; i < n; i += size) acc += a[i] * b[i];
   s[l] = acc;
   barrier(CLK_LOCAL_MEM_FENCE);
   for (int step = size / 2; step > 0; step /= 2) {
      if (l < step) s[l] += s[l + step];
      barrier(CLK_LOCAL_MEM_FENCE);
   }
   if (l == 0) out[0] = s[0];
}

kernel void update_ur(global float *u, global float *r, global const float *p, global const float *w, float alpha, int n)
{
   int i = get_global_id(0);
   if (i < n) { u[i] += alpha * p[i]; r[i] -= alpha * w[i]; }
}

kernel void update_p(global float *p, global const float *r, float beta, int n)
{
   int i = get_global_id(0);
   if (i < n) p[i] = r[i] + beta * p[i];
}
