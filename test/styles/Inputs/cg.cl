// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y = A x for the 5-point Laplacian
__kernel void laplace(__global const float *x, __global float *y, int nx, int ny) {
  int i = get_global_id(0), j = get_global_id(1);
  float v = 4.2f * x[j * nx + i];
  if (i > 0) v -= x[j * nx + i - 1];
  if (i < nx - 1) v -= x[j * nx + i + 1];
  if (j > 0) v -= x[(j - 1) * nx + i];
  if (j < ny - 1) v -= x[(j + 1) * nx + i];
  y[j * nx + i] = v;
}
// one group; the order of the sum is fixed
__kernel void dot_product(__global const float *a, __global const float *b, __global float *out, int n) {
  __local float part[64];
  int l = get_local_id(0);
  float s = 0;
  for (int i = l; i < n; i += 64) s += a[i] * b[i];
  part[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    float t = 0;
    for (int i = 0; i < 64; i++) t += part[i];
    *out = t;
  }
}
__kernel void axpy(__global float *y, __global const float *x, float a) { int i = get_global_id(0); y[i] += a * x[i]; }
__kernel void xpby(__global float *y, __global const float *x, float b) { int i = get_global_id(0); y[i] = x[i] + b * y[i]; }
