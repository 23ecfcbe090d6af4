// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Jordan with row pivoting on an n x w matrix.
__kernel void find_pivot(__global const float *a, int n, int w, int col, __global int *pivot, __local float *v, __local int *at)
{
   int l = get_local_id(0), size = get_local_size(0);
   float best = -1.0f;
   int where = col;
   for (int r = col + l; r < n; r += size)
      if (fabs(a[r * w + col]) > best) { best = fabs(a[r * w + col]); where = r; }
   v[l] = best;
   at[l] = where;
   barrier(CLK_LOCAL_MEM_FENCE);
   for (int s = size / 2; s > 0; s /= 2) {
      if (l < s && (v[l + s] > v[l] || (v[l + s] == v[l] && at[l + s] < at[l]))) { v[l] = v[l + s]; at[l] = at[l + s]; }
      barrier(CLK_LOCAL_MEM_FENCE);
   }
   if (l == 0) *pivot = v[0] > 1e-6f ? at[0] : -1;
}

__kernel void swap_rows(__global float *a, int w, int r, int s)
{
   int c = get_global_id(0);
   float t = a[r * w + c];
   a[r * w + c] = a[s * w + c];
   a[s * w + c] = t;
}

__kernel void scale_row(__global float *a, int w, int row, float factor) { a[row * w + get_global_id(0)] *= factor; }

__kernel void eliminate(__global float *a, __global const float *factors, int w, int row)
{
   int c = get_global_id(0), r = get_global_id(1);
   if (r != row) a[r * w + c] -= factors[r] * a[row * w + c];
}

__kernel void column(__global const float *a, __global float *factors, int w, int col) { factors[get_global_id(0)] = a[get_global_id(0) * w + col]; }
